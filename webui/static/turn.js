// Asks every 30 seconds for new moves and whose turn it is, while the page is visible, and when the user comes back to it.

import { $ } from "./dom.js";
import { markYourTurn } from "./title.js";

const bar = $("turn");
const EVERY_MS = 30_000;
let tag = bar.dataset.tag;
let asked = Date.now();

async function renew() {
  if (document.visibilityState !== "visible") return;
  asked = Date.now();
  try {
    const answer = await fetch(bar.dataset.head, {
      credentials: "same-origin",
      cache: "no-store",
      headers: { "If-None-Match": tag },
    });
    if (answer.status !== 200) return;
    tag = answer.headers.get("ETag");
    bar.innerHTML = await answer.text();
  } catch {
    return; // no connection; the next request may succeed
  }
  bar.dispatchEvent(new Event("renewed", { bubbles: true }));
  markYourTurn(bar.querySelector(".is-mine") !== null);
}

const back = () => Date.now() - asked > 1000 && renew(); // the browser reports one return in two ways

setInterval(renew, EVERY_MS);
addEventListener("focus", back);
document.addEventListener("visibilitychange", back);
