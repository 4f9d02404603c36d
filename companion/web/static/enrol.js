// Enrolling and checking a deck: texts follow the scanner, forms are sent from where they stand. Without scripts the page
// works all the same.
import { announce } from "./announce.js";
import { back, lost, say } from "./connection.js";
import { oneAtATime } from "./fetching.js";
import { rebuild } from "./rebuild.js";
import { broken, follow, open, reached } from "./stream.js";
import { setTexts } from "./texts.js";

const data = document.body.dataset;
let unsent = false; // what was sent last did not get through

const refresh = oneAtATime(async () => {
  try {
    const answer = await fetch("/enrol/live", { headers: { Accept: "application/json" } });
    if (answer.ok) show(await answer.json());
  } catch {
    broken();
  }
});

follow("/api/events", {
  lost,
  kinds: {
    snapshot() {
      const found = back();
      if (unsent) tell(data.again, false);
      announce("polite", unsent ? data.again : found);
      unsent = false;
      refresh();
    },
    scans: refresh,
    table: refresh,
    removed() {
      say(data.removed);
      announce("polite", data.removed);
      open();
    },
  },
});

function show(view) {
  if (view.scans !== data.scans) {
    rebuild(data.moved); // other forms are wanted
    return;
  }
  setTexts(view.texts);
  if (view.scans !== "game") tell(view.texts.told, view.taken);
  const unknown = document.getElementById("part-unknown");
  if (unknown && unknown.hidden === Boolean(view.texts.unknown)) rebuild(data.moved); // with its choices
}

function tell(text, good) {
  const result = document.getElementById("result");
  result.textContent = text;
  result.className = "result " + (good ? "good" : "bad");
  result.hidden = false;
}

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
    unsent = true;
    tell(data.unsent, false);
    announce("assertive", data.unsent);
    broken();
    return;
  }
  unsent = false;
  reached();
  tell(note.message, note.accepted);
  announce("polite", note.message);
  for (const field of form.querySelectorAll("input:not([type=hidden])")) field.value = "";
  await refresh();
});
