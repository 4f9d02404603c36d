// A page whose forms are no longer the right ones (another game, another seat, other rights) is built anew where it
// stands: what waits to be announced is announced, the focus stays where there is the like of what has it and moves to
// the headline where there is not, and nothing that somebody wrote is taken away.
import { announce } from "./announce.js";
import { written } from "./fields.js";

const builders = [];
let building = false;

// To be done with a page that has just been built: now, and whenever it is built anew.
export function whenBuilt(build) {
  builders.push(build);
  build();
}

// Builds the page anew; where that would take something away it says why and offers a link. True where it was done.
export async function rebuild(why) {
  if (building) return false;
  building = true;
  try {
    const done = !written(document.body) && (await fetchAndReplace());
    if (!done) offer(why);
    return done;
  } catch {
    offer(why); // no connection: the link may find one
    return false;
  } finally {
    building = false;
  }
}

async function fetchAndReplace() {
  const answer = await fetch(location.pathname, { headers: { Accept: "text/html" } });
  if (!answer.ok) return false;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  carryOver(fresh);
  const focused = document.activeElement;
  const heir = focused === document.body ? focused : likeOf(focused, fresh) ?? fresh.getElementById("now");
  if (written(document.body) || !heir || scriptOf(fresh) !== scriptOf(document)) return false;
  for (const part of ["header", "main", "footer"]) {
    document.querySelector(part).replaceChildren(...fresh.querySelector(part).childNodes);
  }
  for (const [name, value] of Object.entries(fresh.body.dataset)) document.body.dataset[name] = value;
  document.title = fresh.title;
  if (heir !== document.body) heir.focus({ preventScroll: true });
  builders.forEach((build) => build());
  return true;
}

// What the reader opened stays open, and the answer to a form of this page stays to be read.
function carryOver(fresh) {
  const opened = [...document.querySelectorAll("details[open] > summary")].map((summary) => summary.textContent);
  for (const summary of fresh.querySelectorAll("details > summary")) {
    summary.parentElement.open ||= opened.includes(summary.textContent);
  }
  const answer = document.querySelector("#result[data-answer]");
  if (answer) fresh.getElementById("result").replaceWith(answer.cloneNode(true));
}

function scriptOf(page) {
  return page.querySelector("script[src]").getAttribute("src"); // of another release: other scripts are wanted
}

// The same thing on the other page, if it is there and can have the focus.
function likeOf(element, page) {
  const there = element.id
    ? [page.getElementById(element.id)]
    : [...page.querySelectorAll(element.localName)].filter((other) => nameOf(other) === nameOf(element));
  const [heir] = there.length === 1 ? there : [];
  return heir && !heir.closest("[hidden], details:not([open])") ? heir : null;
}

// What tells a button or link from its like: where it leads or what it says for which form.
function nameOf(element) {
  const task = element.form ? element.form.querySelector("input[name=do]") : null;
  const { href = "", name = "", value = "" } = element;
  return JSON.stringify([new URL(href, location).pathname, name, value, task && task.value, element.textContent]);
}

function offer(why) {
  const offered = document.getElementById("outdated");
  const reason = document.getElementById("outdated-why");
  if (offered.hidden || reason.textContent !== why) announce("assertive", why);
  reason.textContent = why;
  offered.hidden = false;
}
