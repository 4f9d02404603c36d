// Which state of the table a form was meant for. One that somebody works in keeps the version at which it was begun;
// one that is tapped once has that which could be seen when the finger set out.
import { isSending } from "./answer.js";
import { written } from "./fields.js";

const REACTION_MS = 500;
const begun = new WeakSet();
const before = new WeakMap(); // form → the version that it showed until a moment ago

for (const touch of ["focusin", "pointerdown", "keydown", "input", "change"]) {
  document.addEventListener(touch, ({ target }) => {
    if (isField(target) && target.form) begin(target.form);
  });
}

document.addEventListener("focusout", ({ target, relatedTarget }) => {
  const form = target instanceof Element && target.closest("form"); // a summary in it has no .form of its own
  if (form && !form.contains(relatedTarget) && !written(form)) follow(form);
});

// Somebody works in it from now on.
function begin(form) {
  begun.add(form);
  before.delete(form); // what it shows now was looked at
}

// The table has come to this version. To be called while the page still shows the one before.
export function moveOn(version) {
  for (const field of document.querySelectorAll("input[data-version]")) {
    const { form } = field;
    if (begun.has(form) || field.value === String(version)) continue;
    // A change that the own tap brought about surprises nobody.
    if (!isSending() && !form.closest("[hidden]") && !before.has(form)) {
      before.set(form, field.value);
      setTimeout(() => before.delete(form), REACTION_MS);
    }
    field.value = version;
  }
  document.body.dataset.version = version;
}

// The version that a form is to be sent with.
export function meant(form) {
  const field = form.querySelector("input[data-version]");
  if (!field) return null;
  return (actorIsImplied(form) && before.get(form)) || field.value;
}

// Its answer came, at this version of the table; it was sent for the version `sent`. What is tried next is meant for
// that, and so is every form that was begun at the version it was sent for: nobody else changed anything in between.
export function answered(form, accepted, version, sent) {
  follow(form, version);
  if (!accepted || written(form)) begin(form);
  if (!accepted || version !== Number(sent) + 1) return;
  for (const field of document.querySelectorAll("input[data-version]")) {
    if (begun.has(field.form) && field.value === String(sent)) field.value = version;
  }
}

// What the page shows now is what was waited for: no tap is hasty.
export function awaited() {
  for (const form of document.forms) before.delete(form);
}

// Nobody works in it any more.
export function follow(form, version = document.body.dataset.version) {
  begun.delete(form);
  const field = form.querySelector("input[data-version]");
  if (field) field.value = version;
}

// Who is meant depends on the moment, unless the form says it.
function actorIsImplied(form) {
  return !form.elements.player || form.elements.player.value === "";
}

function isField(element) {
  return element instanceof Element && element.matches("input:not([type=hidden]), select, textarea");
}
