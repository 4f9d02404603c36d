// The line for Braille displays is not overwritten while it is being read: news waits for a key, for ten seconds, or
// until the reader goes elsewhere. While the reader stays, it begins with a full cell.
import { setLine } from "./texts.js";

const HOLD_MS = 10_000;
const CELLS = 20;
const NEW = "⣿";
const ID = "line";
let latest = "";
let waiting = null;

function marked(text) {
  let news = NEW + text;
  while (news.length > CELLS && news.includes(" ")) news = news.slice(0, news.lastIndexOf(" "));
  return news.slice(0, CELLS);
}

function show(line, text) {
  clearTimeout(waiting);
  waiting = null;
  setLine(line, text);
}

document.addEventListener("focusin", ({ target }) => {
  if (target.id !== ID) return;
  target.dataset.held = "";
  latest = target.textContent;
});
document.addEventListener("view", ({ detail: view }) => {
  const line = document.activeElement;
  if (line.id !== ID || view.texts.line === latest) return;
  latest = view.texts.line;
  waiting ??= setTimeout(() => show(line, marked(latest)), HOLD_MS);
});
document.addEventListener("keydown", ({ target }) => {
  if (target.id === ID && waiting !== null) show(target, marked(latest));
});
document.addEventListener("focusout", ({ target }) => {
  if (target.id !== ID) return;
  delete target.dataset.held;
  show(target, latest);
});
