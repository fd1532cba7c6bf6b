// The first tap on the board, or the first focus in it, loads the module that shows what is there (things.js).

import { $ } from "./dom.js";

let loading = null;
let things = null;

async function pass(event) {
  if (!things && !event.target.closest?.("#part-board .panels")) return;
  loading ??= import("./things.js");
  things = await loading;
  if (event.type === "click") things.onTap(event);
  else things.onFocus(event);
}

// A click leaves the arrow keys to the steps, or to a map that can be zoomed.

function keepFocus(event) {
  if (!event.target.closest("svg")) return;
  event.preventDefault();
  event.target.closest("svg[data-zoom]")?.focus({ preventScroll: true });
}

export const hideTip = () => things?.hide();

export function showThings() {
  const board = $("part-board");
  board.querySelector(".panels").tabIndex = 0;
  board.addEventListener("mousedown", keepFocus);
  board.addEventListener("focusin", pass);
  document.addEventListener("click", pass);
}
