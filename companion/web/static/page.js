// The live table, put together: each idea has a file of its own. Without scripts the page works all the same.
import { announce } from "./announce.js";
import { sendAgain } from "./answer.js";
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

// The words for a table that was started again meanwhile, perhaps with a backup; nothing where it is the same run.
function startedAnew({ run, view }) {
  if (run === document.getElementById("log").dataset.run) return "";
  back();
  tell(document.body.dataset.anew, true, view.version);
  return document.body.dataset.anew;
}

follow("/api/events?spoken=true", {
  lost,
  kinds: {
    opening(news) {
      const found = startedAnew(news) || back();
      logWhole(news.run, news.log); // what was missed is shown, not read out
      sumUp(news.view, sendAgain(news.view.version) || found);
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
