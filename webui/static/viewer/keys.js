// Keys of the viewer.

import { $ } from "../dom.js";
import { kept } from "../kept.js";
import { faster, pause, play } from "./autoplay.js";
import { alongLog } from "./log_list.js";
import { compare, setMark } from "./sections.js";
import { state } from "./state.js";
import { step } from "./stepping.js";
import { toMoment } from "./timeline.js";

export function toggle(id) {
  const box = $(id);
  if (box.matches("dialog")) return box.open ? box.close() : box.showModal();
  box.open = !box.open;
  if (box.open) box.querySelector("summary").focus();
}

const KEYS = {
  ArrowRight: (shift) => step(shift ? "turn-forward" : "move-forward"),
  ArrowLeft: (shift) => step(shift ? "turn-back" : "move-back"),
  j: () => step("move-forward"),
  k: () => step("move-back"),
  ArrowUp: () => step("first"),
  ArrowDown: () => step("last"),
  0: () => step("first"),
  $: () => step("last"),
  ".": () => step("line-forward"),
  ",": () => step("line-back"),
  "]": () => step("round-forward"),
  "[": () => step("round-back"),
  Home: () => step("first"),
  End: () => step("last"),
  n: () => toMoment(1),
  N: () => toMoment(-1),
  " ": () => (state.playing ? pause() : play()),
  ">": () => faster(1),
  "<": () => faster(-1),
  m: setMark,
  c: compare,
  g: () => $("at").focus(),
  t: () => toggle("text-twin"),
  e: () => document.querySelector('[data-key="e"]')?.click(),
  w: () => document.querySelector('[data-key="w"]')?.click(),
  "?": () => toggle("keys"),
};

// Whether the part of the page that has the focus needs the key itself.

function isTaken(key, at) {
  if (key === " ") return at.closest("a, button, summary, pre");
  if (/^Arrow(Up|Down)$/.test(key) && at !== document.body && !at.closest(".stage")) return true;
  return /^(Arrow|Home|End)/.test(key) && at.closest("pre, blockquote, .large");
}

export function onKey(event) {
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
  const at = event.target;
  if (at.isContentEditable || at.closest("input, textarea, select")) return;
  if (document.querySelector("dialog[open]") && !["?", "t"].includes(event.key)) return;
  if (/^Arrow(Up|Down)$/.test(event.key) && at.closest(".turns")) return alongLog(event);
  if (isTaken(event.key, at)) return;
  const act = Object.hasOwn(KEYS, event.key) && KEYS[event.key];
  if (!act || !keysOn()) return;
  event.preventDefault();
  if (!/^[ <>]$/.test(event.key)) pause();
  state.fast = event.repeat;
  act(event.shiftKey);
}

function keysOn(on) {
  if (on !== undefined) kept.put("keys", on);
  return kept.get("keys", true) !== false && ($("keys-on").checked || on);
}

export function buildKeys() {
  $("keys-off").hidden = false;
  $("keys-on").checked = kept.get("keys", true) !== false;
  $("keys-on").addEventListener("change", (event) => keysOn(event.target.checked));
  for (const opener of document.querySelectorAll("[data-opens]")) {
    opener.hidden = false;
    opener.addEventListener("click", () => toggle(opener.dataset.opens));
  }
}
