// The first tap on the board, or the first focus in it, loads the module that shows what is there (things.js).

import { $ } from "./dom.js";

const board = $("part-board");
let loading = null;
let things = null;

function load(event) {
  if (!things && !event.target.closest?.("#part-board .panels")) return;
  loading ??= import("./things.js").then((found) => (things = found));
  loading.then(() => (event.type === "click" ? things.onTap(event) : things.onFocus(event)));
}

export const hideTip = () => things?.hide();

board.querySelector(".panels").tabIndex = 0;
board.addEventListener("mousedown", (event) => {
  if (event.target.closest("svg")) event.preventDefault(); // a click leaves the arrow keys to the steps
});
board.addEventListener("focusin", load);
document.addEventListener("click", load);
