// After a restore: the table starts again, and says on the page when it is back.
import { follow } from "./stream.js";

follow("/api/events?spoken=true", {
  lost() {}, // which is to be expected
  kinds: {
    opening({ run }) {
      const back = document.getElementById("back");
      if (run === document.body.dataset.run || back.textContent) return;
      back.className = "result good";
      back.textContent = back.dataset.back;
      document.getElementById("result").hidden = true; // it starts no more
    },
  },
});
