// The page's live stream: let go while nobody looks, watched for silence, and always opened anew, so that it begins with
// how things stand and repeats nothing.
const SILENT_MS = 35000; // the service says something every 15 s
const OPENING_MS = 10000;
const AGAIN_MS = 1000;
const AT_MOST_MS = 4000; // nobody at a table waits longer than that without wondering

let wanted = null;
let source = null;
let watchdog = null;
let again = null; // the timer of the pause before the next try, while there is one
let tries = 0;

// Follows it from now on. kinds: what is done with the data of each kind of event; lost: called when the connection is
// gone, perhaps more than once.
export function follow(url, { kinds, lost }) {
  wanted = { url, kinds, lost };
  document.addEventListener("visibilitychange", open);
  window.addEventListener("offline", broken);
  window.addEventListener("online", open);
  window.addEventListener("pagehide", close);
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) open();
  });
  open();
}

// Begins the stream anew, if anybody looks.
export function open() {
  close();
  if (document.hidden) return;
  source = new EventSource(wanted.url);
  for (const [kind, hear] of Object.entries(wanted.kinds)) {
    source.addEventListener(kind, (event) => {
      alive();
      hear(JSON.parse(event.data));
    });
  }
  source.addEventListener("ping", alive);
  source.addEventListener("open", alive);
  source.addEventListener("error", broken);
  watch(OPENING_MS);
}

// The connection is gone, as far as anybody can tell.
export function broken() {
  close();
  wanted.lost();
  again = setTimeout(open, Math.min(AGAIN_MS * 2 ** tries, AT_MOST_MS));
  tries += 1;
}

// The service has answered something else: where the stream is cut off, it is opened now and not after its pause.
export function reached() {
  if (again !== null) open();
}

// True while events come in.
export function listening() {
  return source !== null && source.readyState === EventSource.OPEN;
}

function alive() {
  tries = 0;
  watch(SILENT_MS);
}

function watch(patienceMs) {
  clearTimeout(watchdog);
  watchdog = setTimeout(broken, patienceMs);
}

function close() {
  clearTimeout(watchdog);
  clearTimeout(again);
  again = null;
  if (source) source.close();
  source = null;
}
