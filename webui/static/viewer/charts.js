// Charts show the whole session, with a line at the current turn.

import { shape } from "../dom.js";
import { log } from "./session.js";
import { address, state } from "./state.js";

export async function openCharts() {
  for (const figure of document.querySelectorAll(".charts figure")) {
    if (figure.dataset.of) continue;
    figure.dataset.of = "whole";
    const answer = await fetch(address(log.outline.last, `.chart-${figure.dataset.chart}.svg`), {
      credentials: "same-origin",
    });
    if (!answer.ok) continue;
    const found = new DOMParser().parseFromString(await answer.text(), "image/svg+xml").documentElement;
    figure.replaceChildren(document.importNode(found, true));
    pointChart(figure);
  }
}

export function pointCharts() {
  for (const figure of document.querySelectorAll(".charts figure")) if (figure.dataset.of) pointChart(figure);
}

function pointChart(figure) {
  const svg = figure.querySelector("svg[data-turns]");
  if (!svg) return;
  const [first, last, left, right, top, bottom] = svg.dataset.turns.split(" ").map(Number);
  const section = log.outline.turns.findLast((one) => one[2] <= state.seq);
  const x = left + ((right - left) * (section[0] - first)) / Math.max(1, last - first);
  let line = svg.querySelector(".now");
  if (!line) {
    line = shape("path", { class: "now" });
    svg.append(line);
  }
  line.setAttribute("d", `M${x} ${top}V${bottom}`);
}
