// What screen readers are told: one text node a region, one message a second, since they drop those that follow at
// once; the same text again is made different by a blank that nobody hears.
const PAUSE_MS = 1000;
const waiting = [];
const told = {}; // the last text of each region
let pausing = false;

// Tells it in the region "polite" or "assertive", which are in the page from the beginning.
export function announce(region, text, lang = document.documentElement.lang) {
  if (!text) return;
  waiting.push({ region, text, lang });
  if (!pausing) next();
}

// True while nothing waits and the last message had its second.
export function quiet() {
  return !pausing && waiting.length === 0;
}

function next() {
  const message = waiting.shift();
  pausing = Boolean(message);
  if (!message) return;
  // What piled up for the same region meanwhile is said in one breath.
  while (waiting.length && waiting[0].region === message.region && waiting[0].lang === message.lang) {
    message.text += " " + waiting.shift().text;
  }
  const { region, text, lang } = message;
  told[region] = text === told[region] ? text + "\u200b" : text;
  const element = document.getElementById(region);
  if (element.lang !== lang) element.lang = lang; // each change would be told once more
  element.textContent = told[region];
  setTimeout(next, PAUSE_MS);
}
