// The live table, put together: each idea has a file of its own. Without scripts the page works all the same.
import { announce } from "./announce.js";
import { tell, toSendAgain } from "./answer.js";
import { back, lost, say } from "./connection.js";
import "./forms.js";
import "./keys.js";
import "./line.js";
import { listenAloud, logLine, logWhole } from "./log.js";
import "./own.js";
import { whenBuilt } from "./rebuild.js";
import "./refused.js";
import { follow, open } from "./stream.js";
import { sumUp, turn } from "./table.js";

whenBuilt(listenAloud);

// The words with which the table is there again: that it was started anew meanwhile, perhaps with a backup, and what is
// to be done about a form that did not get through. Those stay in the box; nothing is told on a page just loaded.
function thereAgain({ run, view }) {
  const anew = run === document.getElementById("log").dataset.run ? "" : document.body.dataset.anew;
  const unsent = toSendAgain();
  const told = [anew, unsent].filter(Boolean).join(" ");
  if (told) tell(told, !unsent, view.version);
  const found = back();
  return told || found;
}

follow("/api/events?spoken=true", {
  lost,
  kinds: {
    opening(news) {
      const found = thereAgain(news);
      logWhole(news.run, news.log); // what was missed is shown, not read out
      sumUp(news.view, found);
    },
    page: turn,
    spoken: logLine,
    removed() {
      say(document.body.dataset.removed);
      announce("assertive", document.body.dataset.removed);
      open(); // as anybody who may read along
    },
  },
});
