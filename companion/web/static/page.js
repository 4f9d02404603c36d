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

follow("/api/events?spoken=true", {
  lost,
  kinds: {
    opening(news) {
      const found = back();
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
