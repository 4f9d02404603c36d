// Single keys on the table's page, by the table that the page brings along; never while somebody writes or chooses.
import { announce } from "./announce.js";
import { tell } from "./answer.js";
import { wished } from "./wishes.js";

const commands = new Map(JSON.parse(document.body.dataset.keys).map((command) => [command.key, command]));
const CONTROLS = "button, input:not([type=hidden]), select, textarea, summary, a[href], [tabindex]";

function writing(target) {
  return target.isContentEditable || target.matches("select, textarea, input:not([type=radio], [type=checkbox])");
}

function found(places) {
  return places.flatMap((place) => [...document.querySelectorAll(place)]).filter((element) => element.checkVisibility());
}

function control(element) {
  if (element.matches(CONTROLS)) return element.disabled ? null : element;
  const inside = [...element.querySelectorAll(CONTROLS)];
  const first = inside.find((inner) => !inner.disabled && inner.tabIndex >= 0 && inner.checkVisibility()) ?? null;
  if (first?.type !== "radio") return first;
  return inside.find((inner) => inner.form === first.form && inner.name === first.name && inner.checked) ?? first;
}

function text(element) {
  const named = element.closest("tr")?.querySelector("th");
  return [named?.textContent, element.textContent].filter(Boolean).join(" ").trim();
}

function answer(words) {
  tell(words, true);
  announce("polite", words);
}

function act(command) {
  if (command.act === "open") {
    location.assign(command.places[0]);
    return;
  }
  const places = found(command.places);
  if (command.act === "tell") answer(places.map(text).filter(Boolean).join(", ") || command.otherwise);
  else {
    const target = places.map(control).find(Boolean);
    if (!target) answer(command.otherwise);
    else if (command.act === "press") target.click();
    else target.focus();
  }
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.repeat || event.defaultPrevented) return;
  const command = commands.get(event.key.length === 1 ? event.key.toLowerCase() : event.key);
  if (!command || writing(event.target) || !wished("keys", true)) return;
  event.preventDefault();
  act(command);
});
