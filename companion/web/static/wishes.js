// What somebody wants of this phone alone. It is kept on the phone and sent nowhere; all of it is off at first.
const kept = new Map(); // for browsers that keep nothing: as long as the page is open

export function wished(name, usually = false) {
  try {
    return (localStorage.getItem("wish-" + name) ?? (usually ? "yes" : "no")) === "yes";
  } catch {
    return kept.get(name) ?? usually;
  }
}

export function wish(name, wanted) {
  kept.set(name, wanted);
  try {
    localStorage.setItem("wish-" + name, wanted ? "yes" : "no");
  } catch {
    // private browsing: it lasts for this page
  }
}

export const canSpeak = "speechSynthesis" in window;
export const canVibrate = "vibrate" in navigator;

export function speak(text, lang = document.documentElement.lang) {
  if (!canSpeak || !text || !wished("speech")) return;
  const utterance = new SpeechSynthesisUtterance(text);
  utterance.lang = lang;
  speechSynthesis.cancel(); // the last thing heard is true
  speechSynthesis.speak(utterance);
}

export function shake(pattern) {
  if (canVibrate && wished("vibration")) navigator.vibrate(pattern);
}

// Ticks marked data-wish show what is wished, and change it.
export function ticks() {
  for (const tick of document.querySelectorAll("[data-wish]")) {
    tick.checked = wished(tick.dataset.wish, "usually" in tick.dataset);
    tick.addEventListener("change", () => wish(tick.dataset.wish, tick.checked));
  }
}
