// The board: moved things glide from the old place to the new one. All old places are read first, so that a step causes
// only one layout.

import { $ } from "../dom.js";
import { hideTip } from "../tip.js";
import { follow, unsettled } from "./delta.js";
import { log, unfold } from "./session.js";
import { state } from "./state.js";
import { scrollToMarks } from "./touch.js";

const calm = matchMedia("(prefers-reduced-motion: reduce)");
const MOVE_MS = 150;

const opened = state.seq;
let shownBoard = null;
let leading = 0;

export function showBoard(_found, glides) {
  hideTip(); // with its rings, which are in the panels
  const now = log.boards[state.seq];
  const panels = $("part-board").querySelector(".panels");
  unfold(opened);
  shownBoard ??= log.boards[opened];
  const before = glides && !calm.matches && places(panels, unsettled(shownBoard, now));
  follow(panels, shownBoard, now);
  shownBoard = now;
  panels.setAttribute("aria-describedby", "words");
  $("words").textContent = log.words[state.seq].join("\n");
  scrollToMarks();
  cancelAnimationFrame(leading);
  if (before?.size) leading = requestAnimationFrame(() => lead(panels, before));
}

function places(panels, keys) {
  const found = new Map();
  if (!keys.size) return found;
  for (const one of panels.querySelectorAll("[data-key]"))
    if (keys.has(one.dataset.key)) found.set(one.dataset.key, one.getBoundingClientRect());
  return found;
}

function lead(panels, before) {
  const led = [];
  for (const one of panels.querySelectorAll("[data-key]")) {
    const was = before.get(one.dataset.key);
    if (!was) continue;
    const now = one.getBoundingClientRect();
    const scale = one.ownerSVGElement.getScreenCTM()?.a || 1;
    const [x, y] = [(was.left - now.left) / scale, (was.top - now.top) / scale];
    if (Math.abs(x) + Math.abs(y) > 1) led.push([one, x, y]);
  }
  for (const [one, x, y] of led)
    one.animate([{ translate: `${x}px ${y}px` }, { translate: "0 0" }], { duration: MOVE_MS, easing: "ease-out" });
}
