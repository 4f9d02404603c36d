// Forms are sent from where they stand, so that the focus and everything half filled in stay.
import { announce } from "./announce.js";
import { broken } from "./stream.js";
import { isWanted, refresh } from "./table.js";
import { answered, awaited, awaits, meant } from "./versions.js";

document.addEventListener("submit", (event) => {
  if (!event.target.matches("[data-say]")) return;
  event.preventDefault();
  send(event.target, event.submitter);
});

async function send(form, button) {
  const body = new URLSearchParams(new FormData(form, button));
  const version = meant(form);
  if (version !== null) body.set("version", version);
  let note;
  awaits();
  try {
    const answer = await fetch(form.action, { method: "POST", body, headers: { Accept: "application/json" } });
    note = await answer.json();
  } catch {
    broken(); // the key stays: the same tap again is done once
    awaited();
    return;
  }
  if (form.elements.key) form.elements.key.value = newKey();
  tell(note);
  if (note.accepted) clear(form, body);
  answered(form, note.accepted, note.version, version);
  await refresh();
  awaited();
  const part = form.closest("[id^=part-]");
  if (note.accepted && part && !isWanted(part.id) && part.contains(document.activeElement)) {
    document.getElementById("result").focus({ preventScroll: true }); // the answer is read instead of the form
    part.hidden = true;
  } else {
    announce(note.accepted ? "polite" : "assertive", note.message);
  }
}

function tell(note) {
  const result = document.getElementById("result");
  result.textContent = note.message;
  result.className = "result " + (note.accepted ? "good" : "bad");
  result.hidden = false;
  result.dataset.answer = "";
}

// What was sent is done with; what was written since then is the next thing.
function clear(form, sent) {
  for (const field of form.querySelectorAll("input:not([type=hidden]), textarea, select:not([name=player])")) {
    const isTick = field.type === "radio" || field.type === "checkbox";
    const was = isTick ? sent.getAll(field.name).includes(field.value) === field.checked : sent.get(field.name) === field.value;
    if (!was) continue;
    if (isTick) field.checked = field.defaultChecked;
    else if (field.tagName === "SELECT") field.selectedIndex = 0;
    else field.value = field.defaultValue;
  }
}

function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(12)); // randomUUID wants https
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
