// Autoplay waits longer after moves with many consequences, and stops at disputes and rulings.

import { $, make } from "../dom.js";
import { kept } from "../kept.js";
import { groupAt, log, row } from "./session.js";
import { state } from "./state.js";
import { go, target } from "./stepping.js";
import { announcement, say } from "./wording.js";

const SPEEDS = [0.5, 1, 2, 4];

let player, pace;

export function buildPlayer() {
  player = make("button", { type: "button", id: "play" }, "Play");
  pace = make(
    "select",
    { id: "pace", "aria-label": "Speed" },
    ...SPEEDS.map((one) => make("option", { value: one, selected: one === kept.get("pace", 1) }, `${one}\u00d7`)),
  );
  $("run").replaceChildren(player, pace);
  player.addEventListener("click", () => (state.playing ? pause() : play()));
  pace.addEventListener("change", () => kept.put("pace", Number(pace.value)));
  $("run").hidden = false;
}

export function showPlayer() {
  if (state.playing && !target("move-forward")) pause();
  player.disabled = !state.playing && !target("move-forward");
}

function beat() {
  const found = row(groupAt(state.seq));
  const much = Math.min(6, found.last - found.first);
  return (800 + 350 * much) / Number(pace.value);
}

export function play() {
  if (!target("move-forward")) return;
  player.textContent = "Pause";
  const on = async () => {
    await go(target("move-forward"), { push: false });
    if (!state.playing) return;
    const { first, last } = row(groupAt(state.seq));
    const stops = ["disputes", "rulings"].flatMap((name) => log.outline.moments[name] || []);
    if (stops.some((line) => line >= first && line <= last)) pause();
    else state.playing = setTimeout(on, beat());
  };
  state.playing = setTimeout(on, 0);
}

export function pause() {
  if (!state.playing) return;
  clearTimeout(state.playing);
  state.playing = 0;
  player.textContent = "Play";
  if (log.outline) say(announcement(row(groupAt(state.seq)), state.seq));
}

export function faster(by) {
  const at = SPEEDS.indexOf(Number(pace.value)) + by;
  if (SPEEDS[at]) pace.value = SPEEDS[at];
  kept.put("pace", Number(pace.value));
}
