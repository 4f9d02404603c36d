// Texts of a view, changed where they stand and only where they differ: nothing else moves.
export function setTexts(texts) {
  for (const [id, text] of Object.entries(texts)) {
    const element = document.getElementById(id);
    if (element && !("held" in element.dataset) && element.textContent !== text) element.textContent = text;
  }
}
