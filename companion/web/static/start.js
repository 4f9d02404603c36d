// What is typed is kept at the table as it is typed, so that a reload or the way back shows it again.
const PAUSE_MS = 400;
const form = document.querySelector("form[data-draft]");
let waiting = null;

function draft() {
  const fields = new URLSearchParams(new FormData(form));
  fields.set("do", "draft");
  return fields;
}

function keep() {
  clearTimeout(waiting);
  waiting = null;
  fetch(form.action, { method: "POST", body: draft(), keepalive: true }).catch(() => {}); // it is still in the form
}

form.addEventListener("input", () => {
  clearTimeout(waiting);
  waiting = setTimeout(keep, PAUSE_MS);
});
form.addEventListener("submit", () => {
  clearTimeout(waiting); // which takes it along
  waiting = null;
});
addEventListener("pagehide", () => waiting !== null && keep());
