// What the page shows of the table: texts are changed where they stand, parts come and go, nothing else moves.
import { announce } from "./announce.js";
import { isSending } from "./answer.js";
import { busy, written } from "./fields.js";
import { rebuild } from "./rebuild.js";
import { broken } from "./stream.js";
import { setTexts } from "./texts.js";
import { follow, moveOn } from "./versions.js";

let latest = null; // the view that is shown
let alerted = null; // what the reader was told to do last; null before the first view
let fetching = null;
let again = false;

// The table moved before the reader's eyes: what the reader has to do now is told.
export function turn(view) {
  const told = view.turned && alerted !== null ? "" : alerted; // the same words again are news
  show(view);
  if (alerted !== null && view.alert !== told) announce("assertive", view.alert);
  alerted = view.alert;
}

// How things stand after a time without looking, in one message; a page just loaded is read anyway.
export function sumUp(view, found) {
  const begins = alerted === null && !found;
  const turned = view.alert && view.alert !== alerted;
  show(view);
  if (!begins) {
    const news = turned ? view.alert : view.texts.now;
    announce(turned ? "assertive" : "polite", [found, news].filter(Boolean).join(" "));
  }
  alerted = view.alert;
}

// Asks for the view: after a form was sent the stream may be a moment behind.
export function refresh() {
  again = true;
  fetching ??= ask().finally(() => {
    fetching = null;
  });
  return fetching;
}

// Parts that are of use now are shown, and the others go. One in which somebody wrote something is never taken away; where
// the focus is in one that goes, it moves to the headline, or to whatever has this id. True where it moved.
export function comeAndGo(heir = "now") {
  let moved = false;
  for (const [id, wanted] of Object.entries(latest?.shown ?? {})) {
    const part = document.getElementById(id);
    if (part instanceof HTMLOptionElement) offerChoice(part, wanted);
    if (!part || (!wanted && written(part))) continue;
    if (!wanted && !part.hidden && part.contains(document.activeElement)) {
      if (isSending()) continue; // its answer, which is awaited, will have the focus
      document.getElementById(heir).focus({ preventScroll: true });
      moved = true;
    }
    part.hidden = !wanted;
  }
  return moved;
}

// What can be chosen now; some browsers show a hidden option all the same.
function offerChoice(option, wanted) {
  if (!wanted && option.selected) option.closest("select").selectedIndex = 0;
  option.disabled = !wanted;
}

// True while no view is on its way.
export function settled() {
  return latest !== null && fetching === null;
}

async function ask() {
  try {
    while (again) {
      again = false;
      const before = latest;
      const answer = await fetch("/live", { headers: { Accept: "application/json" } });
      if (!answer.ok) return;
      const view = await answer.json();
      if (latest === before) turn(view);
      else again = true; // the stream was quicker, so this view may be older than the one that is shown
    }
  } catch {
    broken();
  }
}

function show(view) {
  latest = view;
  document.dispatchEvent(new CustomEvent("view", { detail: view }));
  document.title = view.texts.now;
  const anotherGame = view.game !== document.body.dataset.game;
  document.getElementById("outdated").hidden ||= fits(view);
  if (!fits(view)) buildAnew(anotherGame);
  if (anotherGame) return; // what it says of seats would be said of others
  moveOn(view.version);
  setTexts(view.texts);
  comeAndGo();
  turnOver(view.side);
  document.body.dataset.colour = view.colour;
}

async function buildAnew(anotherGame) {
  const data = document.body.dataset;
  if (anotherGame) document.querySelectorAll("main form").forEach(putBack);
  if (!(await rebuild(anotherGame ? data.newGame : data.newSeat))) return;
  if (fits(latest)) show(latest); // which may have come meanwhile
  else await refresh(); // yet another game began, and the page is of the one or of the other
  if (anotherGame && fits(latest) && !latest.alert) announce("polite", latest.texts.now);
}

// True where the page's forms are those that the view is for.
function fits(view) {
  const { built, game } = document.body.dataset;
  return view.game === game && view.built === built;
}

// A colour chosen on the side that is turned away, or in another game, is chosen no more, and holds its form to no older
// table.
function putBack(keys) {
  for (const choice of keys.querySelectorAll("[type=radio]")) choice.checked = choice.defaultChecked;
  const form = keys.closest("form");
  if (form && !busy(form)) follow(form);
}

// Cards and colours of a two-sided deck: those of the side in play can be chosen.
function turnOver(side) {
  for (const thing of document.querySelectorAll("[data-side]")) {
    const away = thing.dataset.side !== side;
    if (thing.disabled === away) continue;
    thing.hidden = thing.disabled = away;
    if (away) putBack(thing);
    const select = thing.closest("select");
    const chosen = select && select.selectedOptions[0];
    if (away && chosen && thing.contains(chosen)) select.selectedIndex = 0;
  }
}
