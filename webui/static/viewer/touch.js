// Swipes over the board, the enlarged board, and its legend.

import { $ } from "../dom.js";
import { pause } from "./autoplay.js";
import { step } from "./stepping.js";

let touch = null;

export function swipe(event) {
  if (event.type === "touchstart") touch = event.touches.length === 1 && !zoomed(event) ? event.touches[0] : null;
  else if (touch) {
    const { clientX, clientY } = event.changedTouches[0];
    const [x, y] = [clientX - touch.clientX, clientY - touch.clientY];
    touch = null;
    if (Math.abs(x) > 48 && Math.abs(x) > 2 * Math.abs(y)) {
      pause();
      step(x < 0 ? "move-forward" : "move-back");
    }
  }
}

function zoomed(event) {
  const isNear = event.target.closest("[data-near]") || $("part-board").classList.contains("large");
  return isNear || (visualViewport?.scale || 1) > 1.05;
}

export function enlarge() {
  const figure = $("part-board");
  const large = figure.classList.toggle("large");
  $("enlarge").setAttribute("aria-pressed", String(large));
  if (!large) {
    figure.removeAttribute("tabindex");
    figure.removeAttribute("aria-label");
    return;
  }
  figure.tabIndex = 0;
  figure.setAttribute("aria-label", "Enlarged board. Scroll to see all of it");
  scrollToMarks();
}

// An enlarged board scrolls to the changes, unless some are visible.

export function scrollToMarks() {
  const figure = $("part-board");
  if (!figure.classList.contains("large")) return;
  const marks = [...figure.querySelectorAll("[data-arrow], [data-ring]")].map((mark) => mark.getBoundingClientRect());
  const frame = figure.getBoundingClientRect();
  const seen = (mark) =>
    mark.left >= frame.left && mark.right <= frame.right && mark.top >= frame.top && mark.bottom <= frame.bottom;
  if (!marks.length || marks.some(seen)) return;
  figure.scrollLeft += (marks[0].left + marks[0].right) / 2 - frame.left - frame.width / 2;
  figure.scrollTop += (marks[0].top + marks[0].bottom) / 2 - frame.top - frame.height / 2;
}

// An opened legend is below the board, which keeps its size: scroll to it.

export function showLegend({ target }) {
  if (target.open) target.lastElementChild.scrollIntoView({ block: "nearest" });
}
