// The slider and the markers of the timeline.

import { $, make, shape } from "../dom.js";
import { kept } from "../kept.js";
import { pause } from "./autoplay.js";
import { groupAt, log, row } from "./session.js";
import { state } from "./state.js";
import { go } from "./stepping.js";
import { announcement, placeInWords } from "./wording.js";

const COLOURS = { findings: "bad", disputes: "bad", rulings: "good", notes: "note" };
const chosen = new Set();

let slider, output, strip;

export function buildSlider() {
  const box = $("slide");
  strip = make("div", { class: "ticks", id: "ticks" });
  slider = make("input", { type: "range", min: "0", id: "slider", "aria-label": "Move" });
  output = make("output", { for: "slider" });
  box.replaceChildren(make("div", { class: "track" }, strip, slider), output);
  slider.addEventListener("input", () => {
    pause();
    go(log.outline.ends.move[Number(slider.value)], { push: false, moves: false });
  });
  box.hidden = false;
}

export function showSlider(found) {
  const ends = log.outline.ends.move;
  const at = ends.findLastIndex((end) => end <= state.seq);
  slider.max = String(Math.max(0, ends.length - 1));
  slider.value = String(Math.max(0, at));
  slider.setAttribute("aria-valuetext", announcement(found, state.seq));
  output.textContent = placeInWords(found, found.last);
}

function moments() {
  const usual = ["dice", "cards", "reveals"];
  const all = Object.entries(log.outline.moments);
  const found = new Map(all.filter(([name]) => !usual.includes(name)));
  const findings = Object.entries(log.outline.findings).flatMap(([first, some]) =>
    some.some((one) => one[1] !== "note") ? [Number(first)] : [],
  );
  if (findings.length) found.set("findings", findings);
  for (const [name, lines] of all) if (usual.includes(name)) found.set(name, lines);
  return found;
}

export function layMarks() {
  const found = moments();
  const box = $("marks");
  const usual = [...found.keys()].filter((name) => !["dice", "cards", "reveals"].includes(name));
  for (const name of kept.get("moments", usual)) if (found.has(name)) chosen.add(name);
  const chips = [...found].map(([name, lines]) => {
    const chip = make(
      "button",
      { type: "button", class: `chip ${COLOURS[name] || ""}`, "aria-pressed": String(chosen.has(name)) },
      `${name} `,
      make("small", {}, lines.length),
    );
    chip.addEventListener("click", () => {
      if (!chosen.delete(name)) chosen.add(name);
      chip.setAttribute("aria-pressed", String(chosen.has(name)));
      kept.put("moments", [...chosen]);
      drawStrip(found);
    });
    return chip;
  });
  const way = (label, sign, direction) => {
    const button = make("button", { type: "button", "aria-label": label, title: label }, sign);
    button.addEventListener("click", () => toMoment(direction));
    return button;
  };
  box.replaceChildren(way("Previous marker", "\u2039", -1), way("Next marker", "\u203a", 1), ...chips);
  box.hidden = !found.size;
  drawStrip(found);
}

function drawStrip(found) {
  const { last } = log.outline;
  const svg = shape("svg", { viewBox: `0 0 ${last} 10`, preserveAspectRatio: "none", "aria-hidden": "true" });
  for (const [name, lines] of found) {
    if (!chosen.has(name)) continue;
    svg.append(shape("path", { d: lines.map((line) => `M${line - 0.5} 0v10`).join(""), class: COLOURS[name] || "" }));
  }
  strip.replaceChildren(svg);
}

export function toMoment(direction) {
  if (!log.outline) return;
  const lines = [...moments()].filter(([name]) => chosen.has(name)).flatMap(([, some]) => some);
  const ends = [...new Set(lines.map((line) => row(groupAt(line)).last))].sort((one, other) => one - other);
  const to = direction > 0 ? ends.find((end) => end > state.seq) : ends.findLast((end) => end < state.seq);
  if (to) go(to);
}
