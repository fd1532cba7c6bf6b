// The board: moved things glide from the old place to the new one. All old places are read first, so that a step causes
// only one layout.

import { $ } from "../dom.js";
import { drawn, follow, unsettled } from "./delta.js";
import { log } from "./session.js";
import { state } from "./state.js";
import { hideTip } from "./tip.js";
import { scrollToMarks } from "./touch.js";

const calm = matchMedia("(prefers-reduced-motion: reduce)");
const MOVE_MS = 150;

let shownBoard = null;
let leading = 0;

export function showBoard(_found, glides) {
  const now = log.boards[state.seq];
  const figure = $("part-board");
  const svg = figure.querySelector("svg");
  const before = glides && !calm.matches && shownBoard && places(svg, unsettled(shownBoard, now));
  if (shownBoard) follow(svg, shownBoard, now);
  else svg.replaceWith(drawn(now));
  shownBoard = now;
  figure.querySelector("svg").setAttribute("aria-describedby", "words");
  $("words").textContent = log.words[state.seq].join("\n");
  scrollToMarks();
  hideTip();
  cancelAnimationFrame(leading);
  if (before?.size) leading = requestAnimationFrame(() => lead(figure.querySelector("svg"), before));
}

function places(svg, keys) {
  const found = new Map();
  if (!keys.size) return found;
  for (const one of svg.querySelectorAll("[data-key]"))
    if (keys.has(one.dataset.key)) found.set(one.dataset.key, one.getBoundingClientRect());
  return found;
}

function lead(svg, before) {
  const scale = svg.getScreenCTM()?.a || 1;
  const led = [];
  for (const one of svg.querySelectorAll("[data-key]")) {
    const was = before.get(one.dataset.key);
    if (!was) continue;
    const now = one.getBoundingClientRect();
    const [x, y] = [(was.left - now.left) / scale, (was.top - now.top) / scale];
    if (Math.abs(x) + Math.abs(y) > 1) led.push([one, x, y]);
  }
  for (const [one, x, y] of led)
    one.animate([{ translate: `${x}px ${y}px` }, { translate: "0 0" }], { duration: MOVE_MS, easing: "ease-out" });
}
