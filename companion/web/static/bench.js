// Shows the pins as they are now; without this file the page shows them as they were when it was loaded.
"use strict";

async function readPins() {
  if (document.hidden) return;
  try {
    const answer = await fetch("/api/bench/pins");
    if (!answer.ok) return;
    for (const pin of await answer.json()) {
      const cell = document.querySelector(`[data-pin="${CSS.escape(pin.name)}"]`);
      const text = String(pin.state);
      if (cell && cell.textContent !== text) cell.textContent = text;
    }
  } catch {
    // the service is gone; the next look may find it
  }
}

setInterval(readPins, 1000);
