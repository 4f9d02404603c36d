// The private page: the answer gets the focus and, where it is wished, the phone's own voice.
import { canSpeak, canVibrate, shake, speak, ticks } from "./wishes.js";

const read = document.getElementById("read");
if (read) {
  read.focus();
  speak([...read.children].map((sentence) => sentence.textContent).join(" "));
}
document.getElementById("on-this-phone").hidden = false;
document.getElementById("no-speech").hidden = canSpeak;
document.getElementById("no-vibration").hidden = canVibrate;
ticks();
for (const button of document.querySelectorAll("[data-signal]")) {
  button.addEventListener("click", () => shake(button.dataset.pattern.split(" ").map(Number)));
}
// An answer is no page to come back to: who goes back, or leaves the phone lying about, finds the question.
window.addEventListener("pagehide", () => {
  read?.remove();
  document.getElementById("code").value = "";
});
