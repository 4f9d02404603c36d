/* The PIN that a code brings along behind the #: into its field, and out of the address. */
"use strict";

const brought = /^#pin=(\d{6})$/.exec(location.hash);
if (brought) {
  document.getElementById("pin").value = brought[1];
  history.replaceState(null, "", location.pathname);
}
