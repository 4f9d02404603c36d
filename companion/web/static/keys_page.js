// Whether single keys act is a wish of this phone.
import { ticks } from "./wishes.js";

document.getElementById("on-this-phone").hidden = false;
ticks();
