// The box with this phone's own last message. It goes when somebody else's statement moves the table on: what it says
// may be true no more. While it was not there long enough to be read it stays; while it has the focus or is marked it
// stays too, as one from before. Whoever shows something beside it listens to the document's event "answer".
import { announce } from "./announce.js";

const READING_MS = 3000;
const GONE = "gone";
let sending = 0; // forms of this phone whose answers are on their way: what moves may be their own doing
let told = 0; // when it was told last
let latest = null; // the version of the table that came last
let waiting = null;

document.addEventListener("view", ({ detail: view }) => {
  latest = view.version;
  clearOld();
});
for (const left of ["focusout", "selectionchange"]) document.addEventListener(left, () => setTimeout(clearOld));

// The browser itself says what is wrong with a field, and sends nothing: what was told before is not said of that.
document.addEventListener("invalid", forget, true);

// Told in the box, of the table as it is at this version.
export function tell(text, good, version = document.body.dataset.version) {
  const result = document.getElementById("result");
  result.textContent = text;
  result.className = "result " + (good ? "good" : "bad");
  result.style.minHeight = "";
  result.hidden = false;
  result.dataset.answer = "";
  result.dataset.at = version;
  delete result.dataset.unsent;
  told = performance.now();
  document.dispatchEvent(new Event("answer"));
}

// A form did not get through; what is told then is over when the connection is back.
export function tellUnsent() {
  tell(document.body.dataset.unsent, false);
  document.getElementById("result").dataset.unsent = "";
  announce("assertive", document.body.dataset.unsent);
}

// The connection is back: what is to be done about a form that did not get through, or nothing.
export function toSendAgain() {
  return "unsent" in document.getElementById("result").dataset ? document.body.dataset.again : "";
}

// A form is on its way; to be called once it was answered and what came of it is shown.
export function sent() {
  sending += 1;
  return () => {
    sending -= 1;
    clearOld();
  };
}

// True while what the table does may be an answer to this phone.
export function isSending() {
  return sending > 0;
}

function clearOld() {
  clearTimeout(waiting);
  const result = document.getElementById("result");
  if (!result || result.hidden || isGone(result) || sending || latest === null) return;
  result.dataset.at ??= document.body.dataset.version; // it came with the page
  if (latest <= Number(result.dataset.at)) return;
  if (isRead(result)) {
    result.classList.add("earlier");
    return;
  }
  const soon = told + READING_MS - performance.now();
  if (soon > 0) {
    waiting = setTimeout(clearOld, soon);
    return;
  }
  forget();
}

// Its place stays: no key moves from under a finger.
function forget() {
  const result = document.getElementById("result");
  if (!result || result.hidden || isGone(result)) return;
  result.style.minHeight = `${result.offsetHeight}px`;
  result.classList.add(GONE);
  result.textContent = "";
  delete result.dataset.answer;
  delete result.dataset.at;
  delete result.dataset.unsent;
  document.dispatchEvent(new Event("answer"));
}

function isGone(result) {
  return result.classList.contains(GONE);
}

function isRead(result) {
  const marked = getSelection();
  return result.contains(document.activeElement) || (!marked.isCollapsed && marked.containsNode(result, true));
}
