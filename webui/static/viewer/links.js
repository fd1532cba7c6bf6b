// Links to entries of this session are followed without loading a page.

import { $ } from "../dom.js";
import { pause } from "./autoplay.js";
import { groups, log } from "./session.js";
import { lineOf, offline, state } from "./state.js";
import { go } from "./stepping.js";

export function onLinkClick(event) {
  const found = event.target.closest?.("a[href]");
  if (
    !found ||
    event.defaultPrevented ||
    event.button ||
    event.ctrlKey ||
    event.metaKey ||
    event.shiftKey ||
    event.altKey
  )
    return;
  if (state.fast) return event.preventDefault();
  if (found.origin !== location.origin || (found.hash && !offline) || !found.closest("main")) return;
  const line = lineOf(found);
  if (!line) return;
  event.preventDefault();
  pause();
  go(line, { push: !found.dataset.step?.includes("-") });
}

export function onHistory() {
  const line = lineOf(location);
  pause();
  if (line) go(line, { push: false, moves: false });
  else if (!location.hash && !offline) location.reload();
}

// An offline page does the work of the server: the "Go to" form, and the entry in the URL.

function lineNamed(words) {
  const name = words.trim().replace(/^#/, "");
  const line = /^\d+$/.test(name) ? Number(name) : groups().find(([, , at]) => at === name)?.[1];
  return line >= 1 && line <= log.outline.last ? line : 0;
}

export function standAlone() {
  const opened = state.seq;
  const form = document.querySelector(".go");
  form.hidden = false;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const line = lineNamed($("at").value);
    $("at").setCustomValidity(line ? "" : "This session has no such move or entry.");
    if (line) go(line);
    else form.reportValidity();
  });
  $("at").addEventListener("input", () => $("at").setCustomValidity(""));
  addEventListener("popstate", () => location.hash || go(opened, { push: false, moves: false }));
  const line = lineOf(location);
  if (line >= 1 && line <= log.outline.last) go(line, { push: false, moves: false });
}
