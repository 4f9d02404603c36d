// Enrolling and checking a deck: texts follow the scanner, forms are sent from where they stand. Without this file the
// page works all the same.
"use strict";

const data = document.body.dataset;
const polite = document.getElementById("polite");
const connection = document.getElementById("connection");
const result = document.getElementById("result");

function busy() {
  const focused = document.activeElement;
  return focused && focused.matches("input, select") && focused.value !== "" && focused.form !== null;
}

function show(view) {
  if (view.scans !== data.scans) {
    if (!busy()) location.reload(); // other forms are wanted
    return;
  }
  for (const [id, text] of Object.entries(view.texts)) {
    const element = document.getElementById(id);
    if (element && element.textContent !== text) element.textContent = text;
  }
  if (view.scans !== "game") tell(view.texts.told, view.taken);
  const unknown = document.getElementById("part-unknown");
  if (unknown && unknown.hidden === Boolean(view.texts.unknown) && !busy()) location.reload(); // with its choices
}

function tell(text, good) {
  result.textContent = text;
  result.className = "result " + (good ? "good" : "bad");
  result.hidden = false;
}

async function refresh() {
  const answer = await fetch("/enrol/live", { headers: { Accept: "application/json" } });
  if (answer.ok) show(await answer.json());
}

function lost() {
  connection.textContent = data.lost;
  connection.hidden = false;
}

let stream = null;

function open() {
  close();
  stream = new EventSource("/api/events");
  stream.addEventListener("open", () => {
    connection.hidden = true;
    refresh().catch(lost);
  });
  for (const kind of ["scans", "table"]) stream.addEventListener(kind, () => refresh().catch(lost));
  stream.addEventListener("error", lost);
}

function close() {
  if (stream) stream.close();
  stream = null;
}

document.addEventListener("visibilitychange", () => (document.hidden ? close() : open()));
window.addEventListener("pagehide", close);
window.addEventListener("pageshow", (event) => {
  if (event.persisted) open();
});

document.addEventListener("submit", async (event) => {
  const form = event.target;
  const changes = ["enrol", "check", "stop", "remove", "bind"];
  if (!form.matches("[data-enrol]") || changes.includes(new FormData(form).get("do"))) return; // those lead elsewhere
  event.preventDefault();
  const body = new URLSearchParams(new FormData(form, event.submitter));
  let note;
  try {
    const answer = await fetch(form.action, { method: "POST", body, headers: { Accept: "application/json" } });
    note = await answer.json();
  } catch {
    lost();
    return;
  }
  tell(note.message, note.accepted);
  polite.textContent = note.message === polite.textContent ? note.message + "\u200b" : note.message;
  for (const field of form.querySelectorAll("input:not([type=hidden])")) field.value = "";
  await refresh().catch(lost);
});

if (!document.hidden) open();
