// The big screen: texts are changed where they stand. Without scripts it shows the table as it was when it was loaded.
import { follow } from "./stream.js";
import { setTexts } from "./texts.js";

const LONG = 14; // letters that would not fit

function show(view) {
  const data = document.body.dataset;
  if (view.game !== data.game) {
    location.reload();
    return;
  }
  setTexts(view.texts);
  for (const [id, wanted] of Object.entries(view.shown)) {
    const part = document.getElementById(id);
    if (part) part.hidden = !wanted;
  }
  const banner = document.querySelector(".banner");
  banner.classList.toggle("sentence", view.texts.banner !== view.texts.turn);
  banner.classList.toggle("long", view.texts.banner.length > LONG);
  data.colour = view.colour;
  document.title = view.texts.now;
}

function mark(text) {
  const connection = document.getElementById("connection");
  connection.textContent = text;
  connection.hidden = text === "";
}

follow("/api/events?spoken=true", {
  lost: () => mark(document.body.dataset.lost),
  kinds: {
    opening(news) {
      mark("");
      show(news.view);
    },
    page: show,
  },
});
