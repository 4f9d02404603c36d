// The line for Braille displays is not overwritten while it is being read: news waits for a key, for ten seconds, or
// until the reader goes elsewhere. While the reader stays, it begins with a full cell.
const HOLD_MS = 10_000;
const CELLS = 20;
const NEW = "⣿";
const ID = "line";
let latest = null;
let waiting = null;

function marked(text) {
  let news = NEW + text;
  while (news.length > CELLS && news.includes(" ")) news = news.slice(0, news.lastIndexOf(" "));
  return news.slice(0, CELLS);
}

function show(text) {
  clearTimeout(waiting);
  waiting = null;
  const line = document.getElementById(ID);
  if (line && line.textContent !== text) line.textContent = text;
}

document.addEventListener("view", ({ detail: view }) => {
  const { [ID]: text, ...others } = view.texts;
  const news = latest !== null && text !== latest;
  latest = text;
  if (document.activeElement?.id !== ID) return;
  view.texts = others;
  if (news) waiting ??= setTimeout(() => show(marked(latest)), HOLD_MS);
});
document.addEventListener("keydown", ({ target }) => {
  if (target.id === ID && waiting !== null) show(marked(latest));
});
document.addEventListener("focusout", ({ target }) => {
  if (target.id === ID && latest !== null) show(latest);
});
