// Steps from entry to entry, and the browser's history.

import { putTitle } from "../title.js";
import { begun, groupAt, loadAt, log, row, unfold } from "./session.js";
import { address, base, offline, scene, shownAddress, state } from "./state.js";
import { announcement, cut, say, titleAt } from "./wording.js";

// The functions that update the parts of the page, in this order.

const parts = [];

export const onStep = (...functions) => parts.push(...functions);

function nextEnd(grain, from, direction) {
  const ends = grain === "line" ? null : log.outline.ends[grain];
  if (!ends) {
    const to = from + direction;
    return to >= 1 && to <= log.outline.last ? to : null;
  }
  const at = direction > 0 ? ends.findIndex((end) => end > from) : ends.findLastIndex((end) => end < from);
  return at < 0 ? null : ends[at];
}

export function target(step) {
  if (!log.outline)
    return Number(document.querySelector(`[data-step="${step}"][href]`)?.pathname.slice(base.length + 1)) || null;
  if (step === "first") return state.seq > 1 ? 1 : null;
  if (step === "last") return state.seq < log.outline.last ? log.outline.last : null;
  const [grain, way] = step.split("-");
  return nextEnd(grain, state.seq, way === "forward" ? 1 : -1);
}

let busy = null;

export async function go(line, { push = true, moves = true } = {}) {
  if (line === null || line === state.seq) return;
  const mine = Symbol(String(line));
  busy = mine;
  try {
    await begun;
    await loadAt(line);
    if (busy !== mine) return;
    show(line, { push, moves });
  } catch {
    if (busy === mine && !offline) location.assign(address(line));
  } finally {
    if (busy === mine) busy = null;
  }
}

// The browser's history keeps jumps, but not single steps.

function remember(line, push) {
  const url = address(line);
  if (url !== shownAddress()) history[push ? "pushState" : "replaceState"](null, "", url);
}

function show(line, { push, moves }) {
  const far = Math.abs(groupAt(line) - groupAt(state.seq)) > 1;
  state.seq = line;
  unfold(line);
  const found = row(groupAt(line));
  scene.dataset.seq = line;
  for (const update of parts) update(found, moves && !far && !state.fast);
  remember(line, push);
  const over = !log.next[line].startsWith("Next: ");
  const name = over
    ? `${log.next[line]}, turn ${log.outline.turns.findLast((one) => one[2] <= line)[0]}`
    : `${found.at} ${titleAt(found, line)}`;
  putTitle(`${cut(name, 64)} \u00b7 ${scene.dataset.title} \u00b7 Cloister Bell`);
  say(announcement(found, line));
}

export function step(name) {
  go(target(name), { push: !name.includes("-") });
}

export function showStepLinks() {
  for (const link of document.querySelectorAll("a[data-step]")) {
    const to = target(link.dataset.step);
    if (to) {
      link.href = address(to);
      link.removeAttribute("aria-disabled");
      link.removeAttribute("role");
    } else {
      link.removeAttribute("href");
      link.setAttribute("aria-disabled", "true");
      link.setAttribute("role", "link");
      if (document.activeElement === link) link.tabIndex = 0;
    }
  }
}

// A held step button repeats, faster and faster.

let held = 0;

export function hold(event) {
  const link = event.target.closest?.("[data-step][href]");
  if (!link || event.button || !/^(move|line|turn)/.test(link.dataset.step)) return;
  let wait = 350;
  const run = () => {
    state.fast = true;
    go(target(link.dataset.step), { push: false });
    wait = Math.max(90, wait * 0.85);
    held = setTimeout(run, wait);
  };
  held = setTimeout(run, 500);
}

export function release() {
  clearTimeout(held);
  if (state.fast) setTimeout(() => (state.fast = false));
}
