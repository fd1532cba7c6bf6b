// The first tap on the board, or the first focus in it, loads the module that shows what is there (things.js).

import { $ } from "./dom.js";
import { kept } from "./kept.js";

const STAY = "stay"; // the scroll position of the page at the time of the last move

let loading = null;
let things = null;

async function pass(event) {
  if (!things && !event.target.closest?.("#part-board .panels")) return;
  loading ??= import("./things.js");
  things = await loading;
  if (event.type === "click") things.onTap(event);
  else if (event.target === document.activeElement) things.onFocus(event); // the focus may have moved on meanwhile
}

// A click leaves the arrow keys to the steps, or to a map that can be zoomed.

function keepFocus(event) {
  if (!event.target.closest("svg")) return;
  event.preventDefault();
  event.target.closest("svg[data-zoom]")?.focus({ preventScroll: true });
}

export const hideTip = () => things?.hide();

// On a phone the page opens at the panel that the step is about.

function toPanelOfStep({ dataset }) {
  const [opening] = performance.getEntriesByType("navigation");
  if (opening?.type !== "navigate" || location.hash) return;
  const stays = kept.get(STAY, null);
  if (stays !== null) scrollTo(0, stays);
  kept.remove(STAY);
  if (dataset.about && matchMedia("(max-width: 56.25rem)").matches)
    document.querySelector(`[data-panel="${dataset.about}"]`)?.scrollIntoView({ block: "nearest" });
}

export const stay = () => kept.put(STAY, scrollY);

export function showThings() {
  const board = $("part-board");
  board.querySelector(".panels").tabIndex = 0;
  board.addEventListener("mousedown", keepFocus);
  board.addEventListener("focusin", pass);
  document.addEventListener("click", pass);
  toPanelOfStep(board);
}
