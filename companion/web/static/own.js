// On the table's page this phone speaks and vibrates for its own player, where that was wished on the private page.
import { whenBuilt } from "./rebuild.js";
import { shake, speak } from "./wishes.js";

const MOST_PRESSES = 6;
const PAUSE_MS = 120;
let shown = null; // the view that came last; a page that is built anew shows it again
let alerted = null;

function pattern(name) {
  return JSON.parse(document.body.dataset.vibrations)[name];
}

function presses(times) {
  return Array.from({ length: Math.min(times, MOST_PRESSES) }, () => [...pattern("press"), PAUSE_MS]).flat();
}

document.addEventListener("view", ({ detail: view }) => {
  if (view === shown) return;
  shown = view;
  const news = alerted !== null && (view.turned || view.alert !== alerted) && view.alert;
  alerted = view.alert;
  if (!news) return;
  speak(view.alert);
  shake(view.presses ? presses(view.presses) : pattern("turn"));
});
document.addEventListener("said", ({ detail: said }) => {
  if ((said.earcons || []).some((earcon) => earcon.name === "uno")) shake(pattern("uno"));
});
whenBuilt(() => {
  const result = document.getElementById("result");
  new MutationObserver(() => {
    if (result.hidden || !result.textContent) return;
    speak(result.textContent);
    if (result.classList.contains("bad")) shake(pattern("error"));
  }).observe(result, { childList: true });
});
