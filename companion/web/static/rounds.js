// The score sheet as it grows: fetched anew when the table has moved, and put in place of the old one. Nothing here is
// needed to read it; a plain reload shows the same. What somebody is filling in, or has the focus in, is left alone.
import { oneAtATime } from "./fetching.js";
import { follow } from "./stream.js";

const note = document.getElementById("news");

function busy(sheet) {
  const at = document.activeElement;
  return sheet.contains(at) && at.matches("input, select, button, summary");
}

const renew = oneAtATime(async () => {
  try {
    const answer = await fetch("/rounds", { headers: { accept: "text/html" } });
    if (!answer.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const sheet = document.getElementById("sheet");
    const newer = page.getElementById("sheet");
    if (!newer || newer.dataset.version === sheet.dataset.version) return;
    const open = new Set([...sheet.querySelectorAll("details[open]")].map((part) => part.id));
    if (busy(sheet) || open.size > 0) {
      // A form that was begun would be lost: it is only said that the sheet has changed.
      note.textContent = note.dataset.moved;
      note.hidden = false;
      return;
    }
    const scrolled = [...sheet.querySelectorAll(".sideways")].map((region) => region.scrollLeft);
    sheet.replaceWith(document.adoptNode(newer));
    newer.querySelectorAll(".sideways").forEach((region, at) => {
      region.scrollLeft = scrolled[at] || 0;
    });
    note.hidden = true;
  } catch {
    // The table is out of reach for now; the stream comes back by itself.
  }
});

follow("/api/events", {
  lost() {}, // the sheet stays as it was; the stream comes back by itself
  kinds: {
    snapshot: renew,
    table(news) {
      if (news.accepted) renew();
    },
  },
});
