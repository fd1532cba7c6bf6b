// The tip: a tap or click on the board shows what is there.

import { $, make } from "../dom.js";

export function hideTip() {
  $("tip").hidden = true;
}

function point(event) {
  const thing = event.target.closest?.("[data-place], g:has(> title)");
  const words = thing?.querySelector(":scope > title")?.textContent || thing?.dataset.place;
  const tip = $("tip");
  if (!words || !thing.closest("#part-board") || thing.matches("svg")) return hideTip();
  const place = thing.closest("[data-place]")?.dataset.place;
  const parts = [make("p", {}, words)];
  const why = document.querySelector('[data-key="w"]');
  if (place && why) {
    const to = new URL(why.href);
    to.searchParams.set("place", place);
    parts.push(make("p", {}, make("a", { href: to }, "Explain this value")));
  }
  tip.replaceChildren(...parts);
  tip.hidden = false;
  const frame = $("part-board").getBoundingClientRect();
  const box = thing.getBoundingClientRect();
  const left = Math.min(Math.max(8, box.left - frame.left), Math.max(8, frame.width - tip.offsetWidth - 8));
  const below = box.bottom - frame.top + 8;
  tip.style.left = `${left}px`;
  tip.style.top = `${below + tip.offsetHeight > frame.height ? Math.max(8, box.top - frame.top - tip.offsetHeight - 8) : below}px`;
}

export function onBoardClick(event) {
  if (event.target.closest?.("#part-board svg")) point(event);
  else if (!event.target.closest?.("#tip")) hideTip();
}
