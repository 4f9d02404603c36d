// The mark that a page is cut off, and other standing words on its top, which outlive a page that is built anew.
import { announce } from "./announce.js";
import { whenBuilt } from "./rebuild.js";

let isLost = false;
let words = "";

whenBuilt(show);

// The connection is gone: marked at once and told once.
export function lost() {
  if (isLost) return;
  isLost = true;
  show();
  announce("polite", document.body.dataset.lost);
}

// The connection is there again; the words to begin a summary with, if it was gone.
export function back() {
  if (!isLost) return "";
  isLost = false;
  show();
  return document.body.dataset.back;
}

// True while it is gone.
export function isCutOff() {
  return isLost;
}

// Something else that stands there from now on.
export function say(text) {
  words = text;
  show();
}

function show() {
  const mark = document.getElementById("connection");
  mark.textContent = isLost ? document.body.dataset.lost : words;
  mark.hidden = mark.textContent === "";
}
