// The list of what the table says, kept up to date line by line; announced by request, each line once.
import { announce } from "./announce.js";
import { ticks, wished } from "./wishes.js";

const LOG_LINES = 20;
let heard = null; // at a table of several languages this phone announces one

// A line, or what became of it.
export function logLine(said) {
  const log = document.getElementById("log");
  if (!put(log, said)) return;
  document.dispatchEvent(new CustomEvent("said", { detail: said }));
  if (wished("announce-all") && hears(log, said.locale)) announce("polite", said.text, said.locale);
}

// All lines as they are now, of this run of the service: each run counts from 1.
export function logWhole(run, lines) {
  const log = document.getElementById("log");
  if (log.dataset.run !== run) log.replaceChildren();
  log.dataset.run = run;
  for (const said of lines) put(log, said);
}

// The tick for announcing everything, as it was left.
export function listenAloud() {
  const listening = document.getElementById("listening");
  if (!listening) return;
  listening.hidden = false;
  ticks();
}

function hears(log, locale) {
  if (locale === log.dataset.standIn) return true; // English, of what the table's languages have no words for
  if (heard === null || locale === log.dataset.tongue) heard = locale;
  return heard === locale;
}

// True where the line is new.
function put(log, said) {
  const known = document.getElementById("said-" + said.number);
  if (known) return mark(log, known, said.state);
  const newest = log.lastElementChild ? Number(log.lastElementChild.id.slice("said-".length)) : 0;
  if (said.number <= newest) return false; // it has gone from the list
  const line = document.createElement("li");
  line.id = "said-" + said.number;
  line.lang = said.locale;
  for (const earcon of said.earcons || []) line.append(aside(earcon.text), " ");
  line.append(said.text);
  log.append(line);
  while (log.children.length > LOG_LINES) log.firstElementChild.remove();
  mark(log, line, said.state);
  return true;
}

function mark(log, line, state) {
  const words = log.dataset[state];
  if (words && !line.querySelector(".state")) {
    const told = aside("(" + words + ")");
    told.classList.add("state");
    told.lang = document.documentElement.lang;
    line.append(" ", told);
  }
  return false;
}

function aside(text) {
  const element = document.createElement("span");
  element.className = "aside";
  element.textContent = text;
  return element;
}
