// The viewer. Every step is a plain link that this module follows without a request. It fetches the outline of the log and
// the steps of the session once, in chunks, and replaces only the parts of the page that change.

import { drawn, follow, grow, mend, mendLines, unsettled } from "./delta.js";

const $ = (id) => document.getElementById(id);
const scene = document.querySelector(".scene");
const { base, query, steps, version, name: session } = scene.dataset;
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const MOVE_MS = 150;
const SHOWN = 120;
const YOURS = "Your turn \u00b7 "; // as in turn.js
const SPEEDS = [0.5, 1, 2, 4];

const shape = (tag, given) => {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(given)) element.setAttribute(name, value);
  return element;
};
const make = (tag, given = {}, ...kids) => {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(given)) {
    if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== undefined && value !== null) element.setAttribute(name, value);
  }
  element.append(...kids.filter((kid) => kid !== null && kid !== undefined && kid !== false));
  return element;
};
const kept = {
  get(name, otherwise) {
    try {
      const found = localStorage.getItem(name);
      return found === null ? otherwise : JSON.parse(found);
    } catch {
      return otherwise;
    }
  },
  put(name, value) {
    try {
      localStorage.setItem(name, JSON.stringify(value));
    } catch {
      // storage is blocked; settings last until the page is closed
    }
  },
};

// Data of the session

const log = { outline: null, base: null, chunks: [], coming: new Map(), boards: [], words: [], next: [], odds: [] };
let seq = Number(scene.dataset.seq);
let shownBoard = null;
let waiting = 0;

// On an offline page (offline.js), the file contains all data, and an entry is a fragment of the URL.

const offline = globalThis.offline;
const address = (line, rest = "") => (offline ? `#${line}` : `${base}/${line}${rest}${query}`);
const findingAddress = (id) => (offline ? `#about-${id}` : `${base}/audit/${id}${query}`);
const shownAddress = () => (offline ? location.hash : location.pathname + location.search);

function lineOf(url) {
  const found = offline ? url.hash.slice(1) : url.pathname.startsWith(`${base}/`) && url.search === query ? url.pathname.slice(base.length + 1) : "";
  return /^\d+$/.test(found) ? Number(found) : 0;
}

function lineNamed(words) {
  const name = words.trim().replace(/^#/, "");
  const line = /^\d+$/.test(name) ? Number(name) : groups().find(([, , at]) => at === name)?.[1];
  return line >= 1 && line <= log.outline.last ? line : 0;
}

// An offline page does the work of the server: the "Go to" form, and the entry in the URL.

function standAlone() {
  const opened = seq;
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

async function ask(path, digest) {
  if (offline) return offline(path);
  const url = new URL(`${steps}/${path}${query}`, location.href);
  if (digest) url.searchParams.set("d", digest);
  if (digest) url.searchParams.set("v", version);
  const answer = await fetch(url, { credentials: "same-origin" });
  if (!answer.ok) throw new Error(String(answer.status));
  return answer.json();
}

const chunkOf = (line) => Math.floor((line - 1) / log.outline.size) + 1;

function load(number) {
  if (log.chunks[number]) return Promise.resolve();
  if (!log.coming.has(number)) {
    const digest = log.outline.heads[number];
    const coming = ask(`${number}.json`, digest).then((chunk) => {
      log.chunks[number] = chunk;
      log.coming.delete(number);
    });
    coming.catch(() => log.coming.delete(number));
    log.coming.set(number, coming);
  }
  return log.coming.get(number);
}

function unfold(line) {
  if (log.boards[line]) return;
  const chunk = log.chunks[chunkOf(line)];
  let at = line;
  while (at > chunk.first && !log.boards[at - 1]) at -= 1;
  for (; at <= line; at += 1) {
    const i = at - chunk.first;
    log.boards[at] = mend(i ? log.boards[at - 1] : log.base.board, chunk.board[i], chunk.trees);
    log.words[at] = mendLines(i ? log.words[at - 1] : log.base.words, chunk.words[i]);
    log.next[at] = chunk.next[i] || log.next[at - 1];
    log.odds[at] = chunk.odds[i] || (i ? log.odds[at - 1] : []);
  }
}

const groups = () => log.outline.groups;

function groupAt(line) {
  const all = groups();
  let low = 0;
  let high = all.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (all[middle][0] <= line) low = middle;
    else high = middle - 1;
  }
  return low;
}

function row(index) {
  const [first, last, at, kind, undone, implied] = groups()[index];
  return { first, last, at, kind, undone, implied };
}

const said = (line) => log.outline.texts[line] || log.chunks[chunkOf(line)]?.said[line - log.chunks[chunkOf(line)].first] || "";

function told(found) {
  const lines = [];
  for (let line = found.first + 1; line <= found.last; line += 1) lines.push(line);
  return lines;
}

function nextEnd(grain, from, direction) {
  const ends = grain === "line" ? null : log.outline.ends[grain];
  if (!ends) {
    const to = from + direction;
    return to >= 1 && to <= log.outline.last ? to : null;
  }
  const at = direction > 0 ? ends.findIndex((end) => end > from) : ends.findLastIndex((end) => end < from);
  return at < 0 ? null : ends[at];
}

// Target of a step

function target(step) {
  if (!log.outline) return Number(document.querySelector(`[data-step="${step}"][href]`)?.pathname.slice(base.length + 1)) || null;
  if (step === "first") return seq > 1 ? 1 : null;
  if (step === "last") return seq < log.outline.last ? log.outline.last : null;
  const [grain, way] = step.split("-");
  return nextEnd(grain, seq, way === "forward" ? 1 : -1);
}

function placeInWords(found, line) {
  if (!found.at.includes(".")) return `Entry ${line}`;
  const [turn, step] = found.at.split(".");
  const where = turn === "0" ? `Set-up, step ${step}` : `Turn ${turn}, step ${step}`;
  return line === found.first || line === found.last ? where : `${where}, entry ${line}`;
}

const titleAt = (found, line) => (line === found.first || line === found.last ? said(found.first) : said(line) || said(found.first));

function announcement(found, line) {
  let words = `${placeInWords(found, line)}: ${titleAt(found, line)}`;
  if (line === found.last) {
    for (const one of told(found)) {
      if (words.length + said(one).length + 1 > SHOWN) break;
      words = `${words} ${said(one)}`;
    }
  }
  return words.length <= SHOWN ? words : `${words.slice(0, SHOWN - 1)}\u2026`;
}

// Showing an entry

let busy = null;

async function go(line, { push = true, moves = true } = {}) {
  if (line === null || line === seq) return;
  const mine = (busy = Symbol(String(line)));
  try {
    await begun;
    if (!log.chunks[chunkOf(line)]) await load(chunkOf(line));
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
  const far = Math.abs(groupAt(line) - groupAt(seq)) > 1;
  seq = line;
  unfold(line);
  const found = row(groupAt(line));
  const led = moves && !far && !playing.fast && !calm.matches && shownBoard;
  const before = led && places($("part-board").querySelector("svg"), unsettled(shownBoard, log.boards[line]));
  scene.dataset.seq = line;
  heading(found);
  board(log.boards[line], before);
  changes(found);
  beneath(found);
  here(found);
  buttons();
  slide(found);
  remember(line, push);
  const over = !log.next[line].startsWith("Next: ");
  const name = over ? `${log.next[line]}, turn ${log.outline.turns.findLast((one) => one[2] <= line)[0]}` : `${found.at} ${titleAt(found, line)}`;
  const yours = document.title.startsWith(YOURS) ? YOURS : "";
  document.title = `${yours}${cut(name, 64)} \u00b7 ${scene.dataset.title} \u00b7 Cloister Bell`;
  say(announcement(found, line));
  looked();
}

const cut = (words, most) => (words.length <= most ? words : `${words.slice(0, most - 1)}\u2026`);

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

function moment(seconds) {
  const at = new Date(seconds * 1000);
  const two = (number) => String(number).padStart(2, "0");
  const words = `${at.getUTCDate()} ${MONTHS[at.getUTCMonth()]} ${at.getUTCFullYear()}, ${two(at.getUTCHours())}:${two(at.getUTCMinutes())} UTC`;
  return make("time", { datetime: `${at.toISOString().slice(0, 19)}Z` }, words);
}

const levelName = (name, held) => `${name}${held ? ", accepted as played" : ""}`;
const level = ([, name, held, rule]) => `${levelName(name, held)}: ${rule}`;

function heading(found) {
  document.querySelector("h1 .at").textContent = found.at;
  const title = titleAt(found, seq);
  // as `heading` in wording.py
  document.querySelector("h1 .title").textContent = title.length < 91 ? title : title.replace(/ \((?=[^()]* [^()]* )(?:[^()]|\([^()]*\))*\)(?=\.$)/, "");
  const behalf = log.outline.behalf[found.first];
  const parts = [
    make("strong", {}, log.next[seq]),
    make("span", {}, `entry ${seq} of ${log.outline.last}`),
    behalf && make("span", {}, behalf),
    make("span", {}, "recorded ", moment(log.filed[seq])),
    log.outline.undone[found.first] && make("a", { class: "mark", href: "#undone" }, "taken back"),
    ...(log.outline.findings[found.first] || []).map((one) => make("a", { class: `mark ${one[1]}`, href: `#finding-${one[0]}` }, level(one))),
  ];
  document.querySelector(".heading .meta").replaceChildren(...parts.filter(Boolean).flatMap((part) => [part, " "]));
  for (const link of document.querySelectorAll(".looks a")) {
    const to = new URL(link.href);
    to.pathname = `${base}/${Math.min(seq, Number(link.dataset.most) || seq)}`;
    link.href = to;
  }
}

// The board: moved things glide from the old place to the new one. All old places are read first, so that a step causes
// only one layout.

function board(now, before) {
  const figure = $("part-board");
  const svg = figure.querySelector("svg");
  if (shownBoard) follow(svg, shownBoard, now);
  else svg.replaceWith(drawn(now));
  shownBoard = now;
  figure.querySelector("svg").setAttribute("aria-describedby", "words");
  $("words").textContent = log.words[seq].join("\n");
  toMarks();
  hideTip();
  cancelAnimationFrame(leading);
  if (before?.size) leading = requestAnimationFrame(() => lead(figure.querySelector("svg"), before));
}

let leading = 0;

function places(svg, keys) {
  const found = new Map();
  if (!keys.size) return found;
  for (const one of svg.querySelectorAll("[data-key]")) if (keys.has(one.dataset.key)) found.set(one.dataset.key, one.getBoundingClientRect());
  return found;
}

function lead(svg, before) {
  const scale = svg.getScreenCTM()?.a || 1;
  const led = [];
  for (const one of svg.querySelectorAll("[data-key]")) {
    const was = before.get(one.dataset.key);
    if (!was) continue;
    const now = one.getBoundingClientRect();
    const [x, y] = [(was.left - now.left) / scale, (was.top - now.top) / scale];
    if (Math.abs(x) + Math.abs(y) > 1) led.push([one, x, y]);
  }
  for (const [one, x, y] of led) one.animate([{ translate: `${x}px ${y}px` }, { translate: "0 0" }], { duration: MOVE_MS, easing: "ease-out" });
}

// The sections below the board

function changes(found) {
  const line = seq;
  const undone = log.outline.undone[found.first];
  const lines = told(found).filter((one) => one <= line);
  const parts = [];
  if (undone) {
    parts.push(make("p", { class: "banner", id: "undone" }, make("strong", {}, "Taken back."), " This was undone by ", make("a", { href: address(undone) }, `entry ${undone}`), " and no longer counts."));
  }
  for (const [id, name, held, rule, condition] of log.outline.findings[found.first] || []) {
    const words = levelName(name, held);
    parts.push(make("p", { class: `banner ${name}`, id: `finding-${id}` }, make("strong", {}, `${words[0].toUpperCase()}${words.slice(1)}.`), ` ${condition} `, make("a", { href: findingAddress(id) }, `${rule}: consequences and options`)));
  }
  const section = document.querySelector(".changes");
  const title = section.querySelector("h2");
  parts.push(title);
  if (lines.length) parts.push(make("ul", {}, ...lines.map((one) => make("li", {}, said(one)))));
  else if (line < found.last) parts.push(make("p", {}, "Its consequences follow, up to ", make("a", { href: address(found.last) }, `entry ${found.last}`), "."));
  else if (["conduct", "post", "flag"].includes(found.kind)) parts.push(make("p", {}, "Nothing on the board. This entry is about the session itself."));
  else parts.push(make("p", {}, "No other changes."));
  const post = log.outline.posted[found.first];
  if (post) {
    const [at, author, where, when] = post;
    const open = $("keep-post")?.open;
    parts.push(
      make("details", { class: "post", id: "keep-post", open: Boolean(open) }, make("summary", {}, `Original post by ${[author, when, where].filter(Boolean).join(", ")}`), make("blockquote", { tabindex: "0" }, log.outline.posts[at]?.[0] || ""), make("p", {}, make("a", { href: address(at) }, `entry ${at}`))),
    );
  }
  section.replaceChildren(...parts);
}

// Notes on the current move: below the board, and in the dialog of the board in words.

const notesAt = (found) => log.outline.notes.filter(([at]) => at >= found.first && at <= found.last);

function notes(found) {
  const here = notesAt(found);
  const part = $("notes-part");
  if (!part) return;
  const form = part.querySelector("form");
  part.hidden = !here.length && !form;
  if (form) form.elements.at.value = `#${seq}`;
  part.querySelector(".noted").replaceChildren(
    ...here.map(([at, where, line, author, text, whom, when]) =>
      make("li", { id: `note-${line}` }, make("p", {}, make("bdi", {}, text)), make("small", {}, author, " ", whom && make("span", { class: "mark note" }, whom), " ", make("a", { href: address(at) }, `${where}, entry ${at}`), ` ${when}`)),
    ),
  );
  $("words-noted").replaceChildren(...here.map(([, , , author, text]) => make("li", {}, `${author}: `, make("bdi", {}, text))));
}

function beneath(found) {
  notes(found);
  otherLooks();
  const chat = $("chat-part");
  if (chat) chat.hidden = Number(chat.dataset.seq) !== seq;
  for (const link of document.querySelectorAll(".acts a[data-act]")) {
    link.href = `${base}/${seq}/${link.dataset.act}`;
    if (link.dataset.act === "fix") link.hidden = found.kind !== "move";
  }
  const odds = log.odds[seq];
  const box = $("odds-part");
  if (box) box.hidden = !odds.length;
  box?.querySelector("ul").replaceChildren(...odds.map((words) => make("li", {}, words)));
  for (const link of document.querySelectorAll(".files a[data-form]")) link.href = address(seq, link.dataset.form);
  for (const field of document.querySelectorAll("#frame-code")) field.value = field.dataset.pattern.replace("{seq}", seq);
  for (const chart of document.querySelectorAll(".charts figure")) chart.dataset.of && pointChart(chart);
  for (const link of document.querySelectorAll("a[data-moment]")) pointLink(link);
}

function pointLink(link) {
  const to = new URL(link.href);
  to.searchParams.set("at", seq);
  link.href = to;
}

// The turn on one board, and the comparison with a marked entry.

const markKey = `mark ${session}`;

function otherLooks() {
  if (!$("versus")) return;
  const [turn] = log.outline.turns.findLast((one) => one[2] <= seq);
  $("whole-turn").href = `${base}/turn/${turn}${query}`;
  $("whole-turn").textContent = `${turn ? `Turn ${turn}` : "The set-up"} on one board`;
  $("versus").action = `${base}/${seq}`;
}

function setMark() {
  if (!$("versus")) return;
  kept.put(markKey, seq);
  $("vs").value = `#${seq}`;
  say(`Entry ${seq} is marked`);
}

function compare() {
  if ($("vs")?.value) $("versus").requestSubmit();
  else $("vs")?.focus();
}

// The complete log. The tab key reaches only the current row.

let whole = false;

function dice(line) {
  const fell = log.chunks[chunkOf(line)].dice[line];
  if (!fell) return [];
  const names = fell[0].split(" ");
  const label = fell[1].map((face, i) => `${names[i]} ${face}`).join(", ");
  return [" ", make("span", { class: "dice", role: "img", "aria-label": label }, ...fell[1].map((face) => make("i", {}, face))), " ", make("small", {}, fell[2])];
}

function logRow(found) {
  const { outline } = log;
  const item = make("li", { class: `${found.kind}${found.undone ? " struck" : ""}`, id: `l${found.first}` });
  item.append(make("a", { href: address(found.last), tabindex: "-1" }, make("span", { class: "at" }, found.at), " ", make("span", { class: "said" }, said(found.first))));
  if (found.implied) item.append(" ", make("small", {}, "implied"));
  const behalf = outline.behalf[found.first];
  if (behalf) item.append(" ", make("small", { class: "behalf" }, behalf));
  const noted = notesAt(found).length;
  if (noted) item.append(" ", make("small", { class: "has-notes" }, `${noted} note${noted > 1 ? "s" : ""}`));
  const findings = outline.findings[found.first];
  if (findings) {
    item.append(make("p", { class: "marks" }, ...findings.flatMap((one) => [make("a", { class: `mark ${one[1]}`, href: offline ? findingAddress(one[0]) : `${base}/audit${query}#${one[0]}`, tabindex: "-1" }, level(one)), " "])));
  }
  if (found.last > found.first) {
    item.append(make("p", {}, ...told(found).flatMap((line) => [make("span", { "data-line": line }, said(line)), ...dice(line), " "])));
  }
  const post = outline.posts[found.first];
  if (post) {
    const details = make("details", {}, make("summary", { tabindex: "-1" }, "original post"), make("blockquote", {}, post[0]));
    if (post[1]) details.append(make("p", {}, make("a", { href: `${base}/${found.first}/was-move`, tabindex: "-1" }, "This was a move")));
    item.append(details);
  }
  return item;
}

const wholeTurn = (turn) => make("a", { class: "whole-turn", href: `${base}/turn/${turn}${query}`, tabindex: "-1", title: "On one board" }, make("span", { "aria-hidden": "true" }, "1\u00b72\u00b73"), make("span", { class: "unseen" }, `${turn ? `Turn ${turn}` : "Set-up"} on one board`));

function layLog() {
  const all = groups();
  const turns = document.querySelector(".turns");
  const sections = log.outline.turns.map(([turn, name, first, last]) => {
    const title = make("a", { href: address(last), tabindex: "-1" }, turn ? `Turn ${turn}` : "Set-up");
    if (name) title.append(" ", make("span", {}, name));
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
    return make("section", {}, make("h3", {}, title, !offline && wholeTurn(turn)), list);
  });
  turns.replaceChildren(...sections);
  whole = true;
  scene.dataset.whole = "";
  here(row(groupAt(seq)));
}

let shownRow = document.querySelector(".turns .here");
let scrolling = 0;

function here(found) {
  const turns = document.querySelector(".turns");
  const before = shownRow?.querySelector("a");
  shownRow?.classList.remove("here");
  shownRow?.querySelector(".line-here")?.classList.remove("line-here");
  before?.removeAttribute("aria-current");
  if (before && whole) before.tabIndex = -1;
  const item = (shownRow = $(`l${found.first}`));
  if (!item) return;
  item.classList.add("here");
  const link = item.querySelector("a");
  link.setAttribute("aria-current", "step");
  if (whole) link.tabIndex = 0;
  item.closest("details:not([open])")?.setAttribute("open", "");
  if (seq !== found.last) item.querySelector(`[data-line="${seq}"]`)?.classList.add("line-here");
  cancelAnimationFrame(scrolling);
  scrolling = requestAnimationFrame(() => {
    const gap = item.offsetTop - turns.scrollTop;
    if (gap < turns.clientHeight * 0.1 || gap + item.offsetHeight > turns.clientHeight * 0.9) turns.scrollTop = item.offsetTop - turns.clientHeight / 3;
  });
  if (turns.contains(document.activeElement) && whole) link.focus({ preventScroll: true });
}

function alongLog(event) {
  const rows = [...document.querySelectorAll(".turns li:not(.fold) > a")].filter((one) => one.checkVisibility());
  const at = rows.indexOf(event.target.closest("li")?.querySelector("a"));
  const to = rows[at + (event.key === "ArrowDown" ? 1 : -1)];
  if (at < 0 || !to) return;
  event.preventDefault();
  event.stopPropagation();
  to.tabIndex = 0;
  to.focus();
}

// The step bar, the slider and the markers of the timeline

let slider, output, player, pace, strip;

function buttons() {
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

function slide(found) {
  const ends = log.outline.ends.move;
  const at = ends.findLastIndex((end) => end <= seq);
  slider.max = String(Math.max(0, ends.length - 1));
  slider.value = String(Math.max(0, at));
  slider.setAttribute("aria-valuetext", announcement(found, seq));
  output.textContent = `${at + 1} of ${ends.length}`;
  output.style.minWidth = `${2 * String(ends.length).length + 3.5}ch`;
  if (playing.on && !target("move-forward")) pause();
  player.disabled = !playing.on && !target("move-forward");
}

const chosen = new Set();
const COLOURS = { findings: "bad", disputes: "bad", rulings: "good", notes: "note" };

function moments() {
  const usual = ["dice", "cards", "reveals"];
  const all = Object.entries(log.outline.moments);
  const found = new Map(all.filter(([name]) => !usual.includes(name)));
  const findings = Object.entries(log.outline.findings).flatMap(([first, some]) => (some.some((one) => one[1] !== "note") ? [Number(first)] : []));
  if (findings.length) found.set("findings", findings);
  for (const [name, lines] of all) if (usual.includes(name)) found.set(name, lines);
  return found;
}

function layMarks() {
  const found = moments();
  const box = $("marks");
  const usual = [...found.keys()].filter((name) => !["dice", "cards", "reveals"].includes(name));
  for (const name of kept.get("moments", usual)) if (found.has(name)) chosen.add(name);
  const chips = [...found].map(([name, lines]) => {
    const chip = make("button", { type: "button", class: `chip ${COLOURS[name] || ""}`, "aria-pressed": String(chosen.has(name)) }, `${name} `, make("small", {}, lines.length));
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

function toMoment(direction) {
  if (!log.outline) return;
  const lines = [...moments()].filter(([name]) => chosen.has(name)).flatMap(([, some]) => some);
  const ends = [...new Set(lines.map((line) => row(groupAt(line)).last))].sort((one, other) => one - other);
  const to = direction > 0 ? ends.find((end) => end > seq) : ends.findLast((end) => end < seq);
  if (to) go(to);
}

function build() {
  const box = $("slide");
  player = make("button", { type: "button", id: "play" }, "Play");
  pace = make("select", { id: "pace", "aria-label": "Speed" }, ...SPEEDS.map((one) => make("option", { value: one, selected: one === kept.get("pace", 1) }, `${one}\u00d7`)));
  strip = make("div", { class: "ticks", id: "ticks" });
  slider = make("input", { type: "range", min: "0", id: "slider", "aria-label": "Move" });
  output = make("output", { for: "slider" });
  $("run").replaceChildren(player, pace);
  box.replaceChildren(make("div", { class: "track" }, strip, slider), output);
  slider.addEventListener("input", () => {
    pause();
    go(log.outline.ends.move[Number(slider.value)], { push: false, moves: false });
  });
  player.addEventListener("click", () => (playing.on ? pause() : play()));
  pace.addEventListener("change", () => kept.put("pace", Number(pace.value)));
  box.hidden = $("run").hidden = false;
}

// Autoplay waits longer after moves with many consequences, and stops at disputes and rulings.

const playing = { on: 0, fast: false };

function beat() {
  const found = row(groupAt(seq));
  const much = Math.min(6, found.last - found.first);
  return (800 + 350 * much) / Number(pace.value);
}

function play() {
  if (!target("move-forward")) return;
  player.textContent = "Pause";
  const on = async () => {
    await go(target("move-forward"), { push: false });
    if (!playing.on) return;
    const { first, last } = row(groupAt(seq));
    const stops = ["disputes", "rulings"].flatMap((name) => log.outline.moments[name] || []);
    if (stops.some((line) => line >= first && line <= last)) pause();
    else playing.on = setTimeout(on, beat());
  };
  playing.on = setTimeout(on, 0);
}

function pause() {
  if (!playing.on) return;
  clearTimeout(playing.on);
  playing.on = 0;
  player.textContent = "Play";
  if (log.outline) say(announcement(row(groupAt(seq)), seq));
}

// A held step button repeats, faster and faster.

let held = 0;

function hold(event) {
  const link = event.target.closest?.("[data-step][href]");
  if (!link || event.button || !/^(move|line|turn)/.test(link.dataset.step)) return;
  let wait = 350;
  const run = () => {
    playing.fast = true;
    go(target(link.dataset.step), { push: false });
    wait = Math.max(90, wait * 0.85);
    held = setTimeout(run, wait);
  };
  held = setTimeout(run, 500);
}

function release() {
  clearTimeout(held);
  if (playing.fast) setTimeout(() => (playing.fast = false));
}

function say(words) {
  clearTimeout(waiting);
  if (!playing.on) waiting = setTimeout(() => ($("live").textContent = words), 250);
}

// Keys

function step(name) {
  go(target(name), { push: !name.includes("-") });
}

function toggle(id) {
  const box = $(id);
  if (box.matches("dialog")) return box.open ? box.close() : box.showModal();
  box.open = !box.open;
  if (box.open) box.querySelector("summary").focus();
}

function faster(by) {
  const at = SPEEDS.indexOf(Number(pace.value)) + by;
  if (SPEEDS[at]) pace.value = SPEEDS[at];
  kept.put("pace", Number(pace.value));
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
  " ": () => (playing.on ? pause() : play()),
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

function onKey(event) {
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
  const at = event.target;
  if (at.isContentEditable || at.closest("input, textarea, select")) return;
  const open = document.querySelector("dialog[open]");
  if (open && !["?", "t"].includes(event.key)) return;
  if (event.key === " " && at.closest("a, button, summary, pre")) return;
  if (/^Arrow(Up|Down)$/.test(event.key)) {
    if (at.closest(".turns")) return alongLog(event);
    if ((at !== document.body && !at.closest(".stage")) || at.closest(".large")) return;
  }
  if (/^(Arrow|Home|End)/.test(event.key) && at.closest("pre, blockquote, .large")) return;
  const act = Object.hasOwn(KEYS, event.key) && KEYS[event.key];
  if (!act || !keysOn()) return;
  event.preventDefault();
  if (!/^[ <>]$/.test(event.key)) pause();
  playing.fast = event.repeat;
  act(event.shiftKey);
}

function keysOn(on) {
  if (on !== undefined) kept.put("keys", on);
  return kept.get("keys", true) !== false && ($("keys-on").checked || on);
}

// Swipe over the board; a tap shows what is there.

let touch = null;

function swipe(event) {
  if (event.type === "touchstart") touch = event.touches.length === 1 && !zoomed() ? event.touches[0] : null;
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

const zoomed = () => $("part-board").classList.contains("large") || (visualViewport?.scale || 1) > 1.05;

function enlarge() {
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
  toMarks();
}

// An enlarged board scrolls to the changes, unless some are visible.

function toMarks() {
  const figure = $("part-board");
  if (!figure.classList.contains("large")) return;
  const marks = [...figure.querySelectorAll("[data-arrow], [data-ring]")].map((mark) => mark.getBoundingClientRect());
  const frame = figure.getBoundingClientRect();
  const seen = (mark) => mark.left >= frame.left && mark.right <= frame.right && mark.top >= frame.top && mark.bottom <= frame.bottom;
  if (!marks.length || marks.some(seen)) return;
  figure.scrollLeft += (marks[0].left + marks[0].right) / 2 - frame.left - frame.width / 2;
  figure.scrollTop += (marks[0].top + marks[0].bottom) / 2 - frame.top - frame.height / 2;
}

function hideTip() {
  $("tip").hidden = true;
}

function point(event) {
  const thing = event.target.closest?.("[data-place], g:has(> title)");
  const words = thing?.querySelector(":scope > title")?.textContent || thing?.dataset.place;
  const tip = $("tip");
  if (!words || !thing.closest("#part-board") || thing.matches("#part-board > svg")) return hideTip();
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

// Links to entries of this session are followed without loading a page.

function onClick(event) {
  if (event.target.closest?.("#part-board svg")) point(event);
  else if (!event.target.closest?.("#tip")) hideTip();
  const found = event.target.closest?.("a[href]");
  if (!found || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  if (playing.fast) return event.preventDefault();
  if (found.origin !== location.origin || (found.hash && !offline) || !found.closest("main")) return;
  const line = lineOf(found);
  if (!line) return;
  event.preventDefault();
  pause();
  go(line, { push: !found.dataset.step?.includes("-") });
}

// Moves since your last visit

const seenKey = `seen ${session} ${query}`;

function looked() {
  const before = kept.get(seenKey, null);
  if (!before || before.line < seq) kept.put(seenKey, { line: seq, at: Date.now() });
}

function sinceYouLooked() {
  const before = kept.get(seenKey, null);
  const { ends } = log.outline;
  const last = ends.move.at(-1);
  if (!before || !last || before.line >= last || seq < last) return;
  const since = ends.move.filter((end) => end > before.line);
  if (!since.length) return;
  const ago = Date.now() - before.at;
  const form = ago < 432e5 ? { hour: "2-digit", minute: "2-digit" } : ago < 6 * 864e5 ? { weekday: "long" } : { day: "numeric", month: "long" };
  const when = new Intl.DateTimeFormat("en-GB", form).format(before.at);
  const words = since.slice(-5).map((end) => make("li", {}, make("a", { href: address(end) }, said(row(groupAt(end)).first))));
  const replay = make("button", { type: "button" }, "Replay moves");
  replay.addEventListener("click", () => go(before.line, { push: true, moves: false }).then(play));
  const away = make("button", { type: "button", "aria-label": "Close" }, "\u00d7");
  away.addEventListener("click", () => $("since").replaceChildren());
  $("since").replaceChildren(
    make("details", {}, make("summary", {}, make("strong", {}, `${since.length} ${since.length === 1 ? "move" : "moves"} since ${when}`)), make("ol", {}, ...words)),
    replay,
    away,
  );
}

// Charts show the whole session, with a line at the current turn.

async function openCharts() {
  for (const figure of document.querySelectorAll(".charts figure")) {
    if (figure.dataset.of) continue;
    figure.dataset.of = "whole";
    const answer = await fetch(address(log.outline.last, `.chart-${figure.dataset.chart}.svg`), { credentials: "same-origin" });
    if (!answer.ok) continue;
    const found = new DOMParser().parseFromString(await answer.text(), "image/svg+xml").documentElement;
    figure.replaceChildren(document.importNode(found, true));
    pointChart(figure);
  }
}

function pointChart(figure) {
  const svg = figure.querySelector("svg[data-turns]");
  if (!svg) return;
  const [first, last, left, right, top, bottom] = svg.dataset.turns.split(" ").map(Number);
  const section = log.outline.turns.findLast((one) => one[2] <= seq);
  const x = left + ((right - left) * (section[0] - first)) / Math.max(1, last - first);
  let line = svg.querySelector(".now");
  if (!line) {
    line = shape("path", { class: "now" });
    svg.append(line);
  }
  line.setAttribute("d", `M${x} ${top}V${bottom}`);
}

// Start

const idle = (act) => (window.requestIdleCallback ? requestIdleCallback(act, { timeout: 1000 }) : setTimeout(act));

async function begin() {
  log.outline = await ask("outline.json");
  let at = 0;
  log.filed = [0, ...log.outline.filed.map((more) => (at += more))];
  [log.base] = await Promise.all([ask("base.json", log.outline.heads[0]), load(chunkOf(seq))]);
  log.base.board = grow(log.base.board);
}

async function rest() {
  for (let number = 1; number < log.outline.heads.length; number += 1) await load(number);
  idle(layLog);
}

build();
$("keys-off").hidden = false;
$("keys-on").checked = kept.get("keys", true) !== false;
$("keys-on").addEventListener("change", (event) => keysOn(event.target.checked));
for (const opener of document.querySelectorAll("[data-opens]")) {
  opener.hidden = false;
  opener.addEventListener("click", () => toggle(opener.dataset.opens));
}
if ($("set-mark")) {
  $("set-mark").hidden = false;
  $("set-mark").addEventListener("click", setMark);
}
if ($("vs") && kept.get(markKey, 0)) $("vs").value = `#${kept.get(markKey, 0)}`;
$("enlarge").hidden = false;
$("enlarge").addEventListener("click", enlarge);
document.addEventListener("keydown", onKey);
document.addEventListener("click", onClick);
document.addEventListener("pointerdown", hold);
for (const kind of ["pointerup", "pointercancel", "blur"]) addEventListener(kind, release);
for (const kind of ["touchstart", "touchend"]) $("part-board").addEventListener(kind, swipe, { passive: true });
document.querySelector(".charts")?.addEventListener("toggle", () => begun.then(openCharts));
addEventListener("popstate", () => {
  const line = lineOf(location);
  pause();
  if (line) go(line, { push: false, moves: false });
  else if (!location.hash && !offline) location.reload();
});
const begun = begin();
begun
  .then(() => {
    unfold(seq);
    layMarks();
    slide(row(groupAt(seq)));
    here(row(groupAt(seq)));
    scene.dataset.ready = "";
    if (offline) standAlone();
    else if (location.search.includes("replay=")) play();
    return rest();
  })
  .then(() => {
    sinceYouLooked();
    looked();
  })
  .catch(() => {});
