// The heading, and the sections below the board.

import { $, make, renewed, timeAt } from "../dom.js";
import { kept } from "../kept.js";
import { log, notesAt, said, told } from "./session.js";
import { address, base, findingAddress, query, session, state } from "./state.js";
import { level, levelName, say, titleAt } from "./wording.js";

export function showHeading(found) {
  document.querySelector("h1 .at").textContent = found.at;
  const title = titleAt(found, state.seq);
  // as `heading` in wording.py
  document.querySelector("h1 .title").textContent =
    title.length < 91 ? title : title.replace(/ \((?=[^()]* [^()]* )(?:[^()]|\([^()]*\))*\)(?=\.$)/, "");
  const behalf = log.outline.behalf[found.first];
  const parts = [
    make("strong", {}, log.next[state.seq]),
    make("span", {}, `entry ${state.seq} of ${log.outline.last}`),
    behalf && make("span", {}, behalf),
    make("span", {}, "recorded ", timeAt(log.filed[state.seq] * 1000)),
    log.outline.undone[found.first] && make("a", { class: "mark", href: "#undone" }, "taken back"),
    ...(log.outline.findings[found.first] || []).map((one) =>
      make("a", { class: `mark ${one[1]}`, href: `#finding-${one[0]}` }, level(one)),
    ),
  ];
  const meta = document.querySelector(".heading .meta");
  meta.replaceChildren(...parts.filter(Boolean).flatMap((part) => [part, " "]));
  renewed(meta);
  for (const link of document.querySelectorAll(".looks a")) {
    const to = new URL(link.href);
    to.pathname = `${base}/${Math.min(state.seq, Number(link.dataset.most) || state.seq)}`;
    link.href = to;
  }
}

export function showChanges(found) {
  const line = state.seq;
  const undone = log.outline.undone[found.first];
  const lines = told(found).filter((one) => one <= line);
  const parts = [];
  if (undone) {
    parts.push(
      make(
        "p",
        { class: "banner", id: "undone" },
        make("strong", {}, "Taken back."),
        " This was undone by ",
        make("a", { href: address(undone) }, `entry ${undone}`),
        " and no longer counts.",
      ),
    );
  }
  for (const [id, name, held, rule, condition] of log.outline.findings[found.first] || []) {
    const words = levelName(name, held);
    parts.push(
      make(
        "p",
        { class: `banner ${name}`, id: `finding-${id}` },
        make("strong", {}, `${words[0].toUpperCase()}${words.slice(1)}.`),
        ` ${condition} `,
        make("a", { href: findingAddress(id) }, `${rule}: consequences and options`),
      ),
    );
  }
  const section = document.querySelector(".changes");
  const title = section.querySelector("h2");
  parts.push(title);
  if (lines.length) parts.push(make("ul", {}, ...lines.map((one) => make("li", {}, said(one)))));
  else if (line < found.last)
    parts.push(
      make(
        "p",
        {},
        "Its consequences follow, up to ",
        make("a", { href: address(found.last) }, `entry ${found.last}`),
        ".",
      ),
    );
  else if (["conduct", "post", "flag"].includes(found.kind))
    parts.push(make("p", {}, "Nothing on the board. This entry is about the session itself."));
  else parts.push(make("p", {}, "No other changes."));
  const post = log.outline.posted[found.first];
  if (post) {
    const [at, label, isSure] = post;
    const open = $("keep-post")?.open;
    parts.push(
      make(
        "details",
        { class: "post", id: "keep-post", open: Boolean(open) },
        make("summary", {}, label),
        make("blockquote", { tabindex: "0" }, log.outline.posts[at]?.[0] || ""),
        make(
          "p",
          {},
          make("a", { href: address(at) }, `entry ${at}`),
          isSure ? "" : ". The log does not show whether the move came from this post.",
        ),
      ),
    );
  }
  section.replaceChildren(...parts);
}

// Notes on the current move: below the board, and in the dialog of the board in words.

export function showNotes(found) {
  const here = notesAt(found);
  const part = $("notes-part");
  if (!part) return;
  const form = part.querySelector("form");
  part.hidden = !here.length && !form;
  if (form) form.elements.at.value = `#${state.seq}`;
  part
    .querySelector(".noted")
    .replaceChildren(
      ...here.map(([at, where, line, author, text, whom, ms]) =>
        make(
          "li",
          { id: `note-${line}` },
          make("p", {}, make("bdi", {}, text)),
          make(
            "small",
            {},
            author,
            " ",
            whom && make("span", { class: "mark note" }, whom),
            " ",
            make("a", { href: address(at) }, `${where}, entry ${at}`),
            " ",
            timeAt(ms),
          ),
        ),
      ),
    );
  renewed(part);
  $("words-noted").replaceChildren(
    ...here.map(([, , , author, text]) => make("li", {}, `${author}: `, make("bdi", {}, text))),
  );
}

export function showBeneath(found) {
  const chat = $("chat-part");
  if (chat) chat.hidden = Number(chat.dataset.seq) !== state.seq;
  for (const link of document.querySelectorAll(".acts a[data-act]")) {
    link.href = `${base}/${state.seq}/${link.dataset.act}`;
    if (link.dataset.act === "fix") link.hidden = found.kind !== "move";
  }
  const odds = log.odds[state.seq];
  const box = $("odds-part");
  if (box) box.hidden = !odds.length;
  box?.querySelector("ul").replaceChildren(...odds.map((words) => make("li", {}, words)));
  for (const link of document.querySelectorAll(".files a[data-form]"))
    link.href = address(state.seq, link.dataset.form);
  for (const field of document.querySelectorAll("#frame-code"))
    field.value = field.dataset.pattern.replace("{seq}", state.seq);
  for (const link of document.querySelectorAll("a[data-moment]")) pointLink(link);
  for (const link of document.querySelectorAll("a[data-shared]")) pointShared(link);
}

function pointShared(link) {
  link.href = `${base}/${state.seq}${link.dataset.shared}`;
  if (link.download) link.download = `${session}-${state.seq}${link.dataset.shared}`;
}

function pointLink(link) {
  const to = new URL(link.href);
  to.searchParams.set("at", state.seq);
  link.href = to;
}

// The turn on one board, and the comparison with a marked entry.

const markKey = `mark ${session}`;

export function showComparison() {
  if (!$("versus")) return;
  const [turn] = log.outline.turns.findLast((one) => one[2] <= state.seq);
  $("whole-turn").href = `${base}/turn/${turn}${query}`;
  if ($("turn-picture")) $("turn-picture").href = `${base}/turn/${turn}.gif`;
  $("whole-turn").textContent = `${turn ? `Turn ${turn}` : "The set-up"} on one board`;
  $("versus").action = `${base}/${state.seq}`;
}

export function setMark() {
  if (!$("versus")) return;
  kept.put(markKey, state.seq);
  $("vs").value = `#${state.seq}`;
  say(`Entry ${state.seq} is marked`);
}

export function compare() {
  if ($("vs")?.value) $("versus").requestSubmit();
  else $("vs")?.focus();
}

export function buildComparison() {
  if ($("set-mark")) {
    $("set-mark").hidden = false;
    $("set-mark").addEventListener("click", setMark);
  }
  if ($("vs") && kept.get(markKey, 0)) $("vs").value = `#${kept.get(markKey, 0)}`;
}
