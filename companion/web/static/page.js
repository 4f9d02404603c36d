// The live table: texts are changed where they stand, nothing else moves. Without this file the page works all the same.
"use strict";

const data = document.body.dataset;
const polite = document.getElementById("polite");
const assertive = document.getElementById("assertive");
const connection = document.getElementById("connection");
const result = document.getElementById("result");
const overrule = document.getElementById("overrule");
const log = document.getElementById("log");
const announceAll = document.getElementById("announce-all");
const LOG_LINES = 20;
const PAUSE_MS = 1000; // between two announcements: screen readers drop those that follow at once

// Announcements: one text node a region, one message a second, the same text made different by a blank nobody hears.

const waiting = [];
let speaking = null;
let lastSaid = "";

function announce(region, text, lang) {
  if (!text) return;
  waiting.push({ region, text, lang: lang || document.documentElement.lang });
  if (speaking === null) nextAnnouncement();
}

function nextAnnouncement() {
  const next = waiting.shift();
  if (!next) {
    speaking = null;
    return;
  }
  // What piled up for the same region meanwhile is said in one breath.
  while (waiting.length && waiting[0].region === next.region && waiting[0].lang === next.lang) {
    next.text += " " + waiting.shift().text;
  }
  next.region.lang = next.lang;
  next.region.textContent = next.text === lastSaid ? next.text + "\u200b" : next.text;
  lastSaid = next.region.textContent;
  speaking = setTimeout(nextAnnouncement, PAUSE_MS);
}

// Texts

function setText(id, text) {
  const element = document.getElementById(id);
  if (element && element.textContent !== text) element.textContent = text;
}

function busy(element) {
  if (element.contains(document.activeElement)) return true;
  return [...element.querySelectorAll("input, select, textarea")].some(changed);
}

function changed(field) {
  if (field.type === "hidden") return false;
  if (field.tagName === "SELECT") {
    const usual = [...field.options].findIndex((option) => option.defaultSelected);
    return field.selectedIndex !== Math.max(usual, 0);
  }
  if (field.type === "checkbox" || field.type === "radio") return field.checked !== field.defaultChecked;
  return field.value !== field.defaultValue;
}

let wantedParts = {};
let shown = 0; // views so far

function show(view) {
  shown += 1;
  wantedParts = view.shown;
  if (view.game !== data.game) {
    if (![...document.forms].some(busy)) location.reload();
    else lost(data.newGame);
    return;
  }
  for (const [id, text] of Object.entries(view.texts)) setText(id, text);
  for (const [id, wanted] of Object.entries(view.shown)) {
    const part = document.getElementById(id);
    // A form in which somebody is working is never taken away.
    if (part && (wanted || !busy(part))) part.hidden = !wanted;
  }
  turnOver(view.side);
  for (const field of document.querySelectorAll("[data-version]")) {
    if (field !== document.body) field.value = view.version;
  }
  data.version = view.version;
  data.colour = view.colour;
  document.title = view.texts.now;
}

// Cards and colours of a two-sided deck: those of the side in play can be chosen.
function turnOver(side) {
  for (const thing of document.querySelectorAll("[data-side]")) {
    const away = thing.dataset.side !== side;
    if (thing.disabled === away) continue;
    thing.hidden = thing.disabled = away;
    const select = thing.closest("select");
    const chosen = select && select.selectedOptions[0];
    if (away && chosen && thing.contains(chosen)) select.selectedIndex = 0;
  }
}

function turnTo(view, summary) {
  const turned = view.alert && view.alert !== alerted;
  show(view);
  if (turned && alerted !== null) announce(assertive, view.alert);
  else if (summary) announce(polite, view.texts.now);
  alerted = view.alert;
}

let fetching = null;
let again = false;
let alerted = null;

async function refresh({ summary = false } = {}) {
  if (fetching) {
    again = true;
    return fetching;
  }
  fetching = (async () => {
    try {
      do {
        again = false;
        const before = shown;
        const answer = await fetch("/live", { headers: { Accept: "application/json" } });
        if (!answer.ok) return;
        const view = await answer.json();
        if (shown !== before) {
          again = true; // the stream was quicker, so this view may be older than the one that is shown
          continue;
        }
        turnTo(view, summary);
        summary = false;
      } while (again);
    } catch {
      lost(data.lost);
    } finally {
      fetching = null;
    }
  })();
  return fetching;
}

// The log: the list of what the table says, kept up to date line by line.

function logLine(said) {
  let line = document.getElementById("said-" + said.number);
  if (!line) {
    line = document.createElement("li");
    line.id = "said-" + said.number;
    line.lang = said.locale;
    for (const earcon of said.earcons || []) {
      const sound = document.createElement("span");
      sound.className = "aside";
      sound.textContent = earcon.text;
      line.append(sound, " ");
    }
    line.append(said.text);
    log.append(line);
    while (log.children.length > LOG_LINES) log.firstElementChild.remove();
    if (announceAll && announceAll.checked && hears(said.locale)) announce(polite, said.text, said.locale);
  }
  const mark = log.dataset[said.state];
  if (mark && !line.querySelector(".state")) {
    const state = document.createElement("span");
    state.className = "aside state";
    state.lang = document.documentElement.lang;
    state.textContent = "(" + mark + ")";
    line.append(" ", state);
  }
}

let heard = null; // at a table of several languages this phone announces one

function hears(locale) {
  if (locale === log.dataset.standIn) return true; // English, of what the table's languages have no words for
  if (heard === null || locale === log.dataset.tongue) heard = locale;
  return heard === locale;
}

async function catchUpLog() {
  const last = log.lastElementChild ? Number(log.lastElementChild.id.slice("said-".length)) : 0;
  const answer = await fetch("/api/spoken?since=" + Math.max(0, last - LOG_LINES));
  if (!answer.ok) return;
  const lines = await answer.json();
  const wanted = announceAll && announceAll.checked;
  if (wanted) announceAll.checked = false; // what was missed is shown, not read out
  lines.slice(-LOG_LINES).forEach(logLine);
  if (wanted) announceAll.checked = true;
}

// The stream: closed while nobody looks, opened anew with one summary.

let stream = null;
let reopening = null;
let wasLost = false;

function open() {
  close();
  stream = new EventSource("/api/events?spoken=true");
  stream.addEventListener("open", found);
  stream.addEventListener("snapshot", () => {
    refresh({ summary: alerted !== null }); // a page just loaded is read anyway
    catchUpLog().catch(() => {});
  });
  stream.addEventListener("page", (event) => {
    const view = JSON.parse(event.data);
    if (view.turned && alerted !== null) alerted = ""; // the same words again are news
    turnTo(view, false);
  });
  stream.addEventListener("table", (event) => {
    const news = JSON.parse(event.data);
    // Its page came just before; only after a gap in the stream it has to be fetched.
    if (news.accepted && String(news.version) !== String(data.version)) refresh();
  });
  stream.addEventListener("health", () => refresh());
  stream.addEventListener("spoken", (event) => logLine(JSON.parse(event.data)));
  stream.addEventListener("error", () => {
    lost(data.lost);
    if (stream && stream.readyState === EventSource.CLOSED) {
      clearTimeout(reopening);
      reopening = setTimeout(open, 3000);
    }
  });
}

function close() {
  clearTimeout(reopening);
  if (stream) stream.close();
  stream = null;
}

function lost(text) {
  if (!connection.hidden && connection.textContent === text) return;
  connection.textContent = text;
  connection.hidden = false;
  wasLost = true;
  announce(polite, text);
}

function found() {
  if (!wasLost) return;
  wasLost = false;
  connection.hidden = true;
  announce(polite, data.back);
}

document.addEventListener("visibilitychange", () => {
  if (document.hidden) close();
  else open();
});
window.addEventListener("offline", () => lost(data.lost));
window.addEventListener("online", () => {
  if (!document.hidden) open();
});
window.addEventListener("pagehide", close);
window.addEventListener("pageshow", (event) => {
  if (event.persisted) open();
});

// Forms: sent from where they stand, so that focus and everything half filled in stay.

function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(12)); // randomUUID wants https
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.matches("[data-say]")) return;
  event.preventDefault();
  const body = new URLSearchParams(new FormData(form, event.submitter));
  let note;
  try {
    const answer = await fetch(form.action, { method: "POST", body, headers: { Accept: "application/json" } });
    note = await answer.json();
  } catch {
    lost(data.lost); // the key stays: the same tap again is done once
    return;
  }
  if (form.elements.key) form.elements.key.value = newKey();
  result.textContent = note.message;
  result.className = "result " + (note.accepted ? "good" : "bad");
  result.hidden = false;
  if (overrule && !overrule.contains(form)) {
    overrule.hidden = !note.overrule;
    overrule.querySelector("[name=statement]").value = note.overrule || "";
  }
  if (note.accepted) clearFields(form);
  await refresh();
  const part = form.closest("[id^=part-], #overrule");
  if (note.accepted && part && !wantedParts[part.id] && part.contains(document.activeElement)) {
    result.focus({ preventScroll: true }); // its form is of no more use: the answer is read instead of it
    part.hidden = true;
  } else {
    announce(note.accepted ? polite : assertive, note.message);
  }
});

function clearFields(form) {
  for (const field of form.querySelectorAll("input:not([type=hidden]), textarea")) field.value = field.defaultValue;
  for (const field of form.querySelectorAll("select:not([name=player])")) field.selectedIndex = 0;
}

if (announceAll) {
  document.getElementById("listening").hidden = false;
  try {
    announceAll.checked = localStorage.getItem("announce-all") === "yes";
    announceAll.addEventListener("change", () => {
      localStorage.setItem("announce-all", announceAll.checked ? "yes" : "no");
    });
  } catch {
    // private browsing: the choice lasts for this page
  }
}

if (!document.hidden) open();
