// The complete log as a list. The tab key reaches only the current row.

import { $, make } from "../dom.js";
import { chunkAt, groupAt, groups, log, notesAt, row, said, told } from "./session.js";
import { address, base, findingAddress, offline, query, scene, state } from "./state.js";
import { level } from "./wording.js";

let whole = false;
let shownRow = document.querySelector(".turns .here");
let scrolling = 0;

function source(line) {
  const words = chunkAt(line).sources[line];
  return words ? [" ", make("small", {}, `(${words})`)] : [];
}

function logRow(found) {
  const { outline } = log;
  const item = make("li", { class: `${found.kind}${found.undone ? " struck" : ""}`, id: `l${found.first}` });
  item.append(
    make(
      "a",
      { href: address(found.last), tabindex: "-1" },
      make("span", { class: "at" }, found.at),
      " ",
      make("span", { class: "said" }, said(found.first)),
    ),
  );
  if (found.implied) item.append(" ", make("small", {}, "implied"));
  const behalf = outline.behalf[found.first];
  if (behalf) item.append(" ", make("small", { class: "behalf" }, behalf));
  const noted = notesAt(found).length;
  if (noted) item.append(" ", make("small", { class: "has-notes" }, `${noted} note${noted > 1 ? "s" : ""}`));
  const findings = outline.findings[found.first];
  if (findings) {
    item.append(
      make(
        "p",
        { class: "marks" },
        ...findings.flatMap((one) => [
          make(
            "a",
            {
              class: `mark ${one[1]}`,
              href: offline ? findingAddress(one[0]) : `${base}/audit${query}#${one[0]}`,
              tabindex: "-1",
            },
            level(one),
          ),
          " ",
        ]),
      ),
    );
  }
  if (found.last > found.first) {
    item.append(
      make(
        "p",
        {},
        ...told(found).flatMap((line) => [make("span", { "data-line": line }, said(line)), ...source(line), " "]),
      ),
    );
  }
  const post = outline.posts[found.first];
  if (post) {
    const details = make(
      "details",
      {},
      make("summary", { tabindex: "-1" }, "Show the original post"),
      make("blockquote", {}, post[0]),
    );
    if (post[1])
      details.append(
        make("p", {}, make("a", { href: `${base}/${found.first}/was-move`, tabindex: "-1" }, "This was a move")),
      );
    item.append(details);
  }
  return item;
}

const wholeTurn = (turn) =>
  make(
    "a",
    { class: "whole-turn", href: `${base}/turn/${turn}${query}`, tabindex: "-1", title: "On one board" },
    make("span", { "aria-hidden": "true" }, "1\u00b72\u00b73"),
    make("span", { class: "unseen" }, `${turn ? `Turn ${turn}` : "Set-up"} on one board`),
  );

function rows(first, last) {
  const all = groups();
  const list = make("ol");
  let fold = null;
  for (let index = groupAt(first); index < all.length && all[index][0] <= last; index += 1) {
    const found = row(index);
    if (!found.undone) fold = null;
    else if (!fold) {
      fold = make("ol");
      list.append(make("li", { class: "fold" }, make("details", {}, make("summary", { tabindex: "-1" }), fold)));
    }
    (fold || list).append(logRow(found));
    const folded = fold?.children.length;
    if (fold) fold.previousSibling.textContent = `${folded} ${folded === 1 ? "entry" : "entries"} taken back`;
  }
  return list;
}

function turnSection([turn, name, first, last]) {
  const title = make("a", { href: address(last), tabindex: "-1" }, turn ? `Turn ${turn}` : "Set-up");
  if (name) title.append(" ", make("span", {}, name));
  return make("section", {}, make("h3", {}, title, !offline && wholeTurn(turn)), rows(first, last));
}

export function layLog() {
  document.querySelector(".turns").replaceChildren(...log.outline.turns.map(turnSection));
  whole = true;
  scene.dataset.whole = "";
  markRow(row(groupAt(state.seq)));
}

export function markRow(found) {
  const turns = document.querySelector(".turns");
  const before = shownRow?.querySelector("a");
  shownRow?.classList.remove("here");
  shownRow?.querySelector(".line-here")?.classList.remove("line-here");
  before?.removeAttribute("aria-current");
  if (before && whole) before.tabIndex = -1;
  const item = $(`l${found.first}`);
  shownRow = item;
  if (!item) return;
  item.classList.add("here");
  const link = item.querySelector("a");
  link.setAttribute("aria-current", "step");
  if (whole) link.tabIndex = 0;
  item.closest("details:not([open])")?.setAttribute("open", "");
  if (state.seq !== found.last) item.querySelector(`[data-line="${state.seq}"]`)?.classList.add("line-here");
  cancelAnimationFrame(scrolling);
  scrolling = requestAnimationFrame(() => {
    const gap = item.offsetTop - turns.scrollTop;
    if (gap < turns.clientHeight * 0.1 || gap + item.offsetHeight > turns.clientHeight * 0.9)
      turns.scrollTop = item.offsetTop - turns.clientHeight / 3;
  });
  if (turns.contains(document.activeElement) && whole) link.focus({ preventScroll: true });
}

export function alongLog(event) {
  const rows = [...document.querySelectorAll(".turns li:not(.fold) > a")].filter((one) => one.checkVisibility());
  const at = rows.indexOf(event.target.closest("li")?.querySelector("a"));
  const to = rows[at + (event.key === "ArrowDown" ? 1 : -1)];
  if (at < 0 || !to) return;
  event.preventDefault();
  event.stopPropagation();
  to.tabIndex = 0;
  to.focus();
}
