// Letters that run from right to left (reading_order.py).
const LEFTWARD = /([\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]+)/u;

// A line of signs and letters without sentences: such letters in it pull nothing that stands beside them to their other
// side, and no cell of a Braille display is spent on that.
export function setLine(element, text) {
  if (element.textContent === text) return;
  element.replaceChildren(...text.split(LEFTWARD).map((some, at) => (at % 2 ? isolated(some) : some)));
}

function isolated(text) {
  const element = document.createElement("bdi");
  element.textContent = text;
  return element;
}

// Texts of a view, changed where they stand and only where they differ: nothing else moves.
export function setTexts(texts) {
  for (const [id, text] of Object.entries(texts)) {
    const element = document.getElementById(id);
    if (!element || "held" in element.dataset || element.textContent === text) continue;
    if ("parted" in element.dataset) setLine(element, text);
    else element.textContent = text;
  }
}
