// Forms are sent from where they stand, so that the focus and everything half filled in stay.
import { announce } from "./announce.js";
import { sent, tell, tellUnsent } from "./answer.js";
import { isCutOff } from "./connection.js";
import { broken, reached } from "./stream.js";
import { comeAndGo, refresh } from "./table.js";
import { answered, awaited, meant } from "./versions.js";

const PATIENCE_MS = 5000; // with a connection that is lost already

document.addEventListener("submit", (event) => {
  if (!event.target.matches("[data-say]")) return;
  event.preventDefault();
  send(event.target, event.submitter);
});

async function send(form, button) {
  const body = new URLSearchParams(new FormData(form, button));
  const version = meant(form);
  if (version !== null) body.set("version", version);
  const done = sent();
  const note = await post(form.action, body);
  if (note === null) {
    tellUnsent();
    broken(); // the key stays: the same tap again is done once
    done();
    return;
  }
  reached();
  if (form.elements.key) form.elements.key.value = newKey();
  tell(note.message, note.accepted, note.version);
  clear(form, body, note.accepted);
  answered(form, note.accepted, note.version, version);
  await refresh();
  awaited();
  done();
  if (comeAndGo("result")) return; // the answer is read instead of the form
  announce(note.accepted ? "polite" : "assertive", note.message);
}

// What came of it; null where it did not get through.
async function post(address, body) {
  const signal = isCutOff() ? AbortSignal.timeout(PATIENCE_MS) : null;
  try {
    const answer = await fetch(address, { method: "POST", body, headers: { Accept: "application/json" }, signal });
    return await answer.json();
  } catch {
    return null;
  }
}

// What was sent is done with; what was written since then is the next thing. After a refusal what was written stays, to
// be put right; what was chosen by a tap would go with the next card unseen.
function clear(form, sent, accepted) {
  for (const field of form.querySelectorAll("input:not([type=hidden]), textarea, select")) {
    const isTick = field.type === "radio" || field.type === "checkbox";
    const was = isTick ? sent.getAll(field.name).includes(field.value) === field.checked : sent.get(field.name) === field.value;
    if (!was || !(accepted || isTick || isChoice(field))) continue;
    if (isTick) field.checked = field.defaultChecked;
    else if (field.name === "player") stays(field);
    else if (isChoice(field)) field.selectedIndex = 0;
    else field.value = field.defaultValue;
  }
}

function isChoice(field) {
  return field.tagName === "SELECT";
}

// Whom it was said of is chosen for the next time too; it was sent, so nobody writes there any more.
function stays(select) {
  for (const option of select.options) option.defaultSelected = option.selected;
}

function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(12)); // randomUUID wants https
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
