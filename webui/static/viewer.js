// Keys, slider, autoplay and prefetch for the viewer. Every step is a plain link; this module follows the same links,
// asks for the same pages, and puts their parts in place without loading the rest.

const PARTS = ["part-heading", "part-board", "part-bar", "part-under", "part-log"];
const FRESH_MS = 15000;
const PACE_MS = 1400;
const pages = new Map();
const calm = matchMedia("(prefers-reduced-motion: reduce)");
let busy = null;
let shown = place();
let playing = 0;
let saying = 0;
let slider, output, player;

const $ = (id) => document.getElementById(id);
const scene = () => document.querySelector(".scene");
const moves = () => scene().dataset.moves.split(" ").filter(Boolean).map(Number);
const link = (step) => document.querySelector(`[data-step="${step}"][href]`);
function place() {
  return location.pathname + location.search;
}

const address = (seq) => `${scene().dataset.base}/${seq}${scene().dataset.query}`;

// Pages

function page(url) {
  const kept = pages.get(url);
  if (kept && Date.now() - kept.at < FRESH_MS) return kept.text;
  const text = fetch(url, { credentials: "same-origin", headers: { Accept: "text/html" } }).then((answer) => {
    if (!answer.ok) throw new Error(String(answer.status));
    return answer.text();
  });
  text.catch(() => pages.delete(url));
  pages.set(url, { text, at: Date.now() });
  while (pages.size > 24) pages.delete(pages.keys().next().value);
  return text;
}

function prefetch() {
  for (const step of ["move-forward", "move-back", "turn-forward", "turn-back"]) {
    const found = link(step);
    if (found) page(found.href).catch(() => {});
  }
}

async function go(url, { push = true } = {}) {
  const mine = (busy = Symbol(url));
  try {
    const text = await page(url);
    if (busy !== mine) return;
    show(new DOMParser().parseFromString(text, "text/html"), url, push);
  } catch {
    if (busy === mine) location.assign(url);
  } finally {
    if (busy === mine) busy = null;
  }
}

function show(found, url, push) {
  const next = found.querySelector(".scene");
  if (!next) return location.assign(url);
  const focus = focused();
  const open = new Set([...document.querySelectorAll("details[id][open]")].map((details) => details.id));
  for (const id of PARTS) $(id).replaceChildren(...found.getElementById(id).childNodes);
  Object.assign(scene().dataset, next.dataset);
  document.title = found.title;
  if (push && url !== location.href) history.pushState(null, "", url);
  shown = place();
  for (const details of document.querySelectorAll("details[id]")) if (open.has(details.id)) details.open = true;
  refocus(focus);
  settle();
  say(scene().dataset.said);
}

// What has the focus keeps it, or its nearest likeness in the new page.

function focused() {
  const at = document.activeElement;
  if (!at || at === document.body || !at.closest(PARTS.map((id) => `#${id}`).join())) return null;
  const details = at.closest("summary") && at.closest("details[id]");
  return { step: at.dataset.step, href: at.getAttribute("href"), details: details && details.id, part: at.closest("[id^=part-]").id };
}

function refocus(was) {
  if (!was) return;
  const likely = [
    was.step && document.querySelector(`[data-step="${was.step}"]`),
    was.details && $(was.details)?.querySelector("summary"),
    was.part === "part-log" && document.querySelector(".turns .here > a"),
    was.href && [...$(was.part).querySelectorAll("a")].find((a) => a.getAttribute("href") === was.href),
    was.part === "part-board" && $("part-board").tabIndex === 0 && $("part-board"),
    was.part === "part-heading" && document.querySelector(".looks [aria-current]"),
  ].find(Boolean);
  if (likely && !likely.hasAttribute("href") && likely.dataset.step) likely.tabIndex = 0;
  (likely || $("main")).focus({ preventScroll: true });
}

function say(words) {
  clearTimeout(saying);
  if (!playing) saying = setTimeout(() => ($("live").textContent = words), 250);
}

// The log follows; only its own column scrolls.

function settle() {
  const turns = document.querySelector(".turns");
  const here = turns.querySelector(".line-here") || turns.querySelector(".here");
  if (here) {
    const gap = here.getBoundingClientRect().top - turns.getBoundingClientRect().top;
    turns.scrollTop += gap - turns.clientHeight / 3;
  }
  look();
  slide();
  (window.requestIdleCallback || setTimeout)(prefetch);
}

// A board that is wider than its frame scrolls to what changed, unless some of that is in sight already.

const scrolls = (box) => box && box.scrollWidth > box.clientWidth + 1;

function stop() {
  const board = $("part-board");
  if (board.hasAttribute("data-wide")) board.tabIndex = scrolls(board) ? 0 : -1;
}

function look() {
  stop();
  const board = $("part-board");
  if (!board.hasAttribute("data-wide")) return;
  const marks = [...board.querySelectorAll("[data-arrow], [data-ring]")].map((mark) => mark.getBoundingClientRect());
  if (!scrolls(board) || !marks.length) return;
  const { left, right, width } = board.getBoundingClientRect();
  if (marks.some((mark) => mark.left >= left && mark.right <= right)) return;
  board.scrollLeft += (marks[0].left + marks[0].right) / 2 - left - width / 2;
}

// Slider and autoplay

function slide() {
  const ends = moves();
  const seq = Number(scene().dataset.seq);
  const at = ends.findLastIndex((end) => end <= seq);
  slider.max = String(Math.max(0, ends.length - 1));
  slider.value = String(Math.max(0, at));
  slider.setAttribute("aria-valuetext", scene().dataset.said);
  output.textContent = `${at + 1} of ${ends.length}`;
  if (playing && !link("move-forward")) pause();
  player.disabled = !playing && !link("move-forward");
}

function build() {
  const box = $("slide");
  box.innerHTML = '<button type="button" id="play">Play</button><input type="range" min="0" id="slider" aria-label="Move"><output for="slider"></output>';
  [player, slider, output] = box.children;
  slider.addEventListener("input", () => {
    const ends = moves();
    output.textContent = `${Number(slider.value) + 1} of ${ends.length}`;
    pause();
    go(address(ends[Number(slider.value)]), { push: false });
  });
  slider.addEventListener("change", () => {
    history.pushState(null, "", address(moves()[Number(slider.value)]));
    shown = place();
  });
  player.addEventListener("click", () => (playing ? pause() : play()));
  box.hidden = false;
}

function play() {
  if (!link("move-forward")) return;
  player.textContent = "Pause";
  playing = setInterval(() => busy || step("move-forward"), PACE_MS);
  step("move-forward");
}

function pause() {
  if (!playing) return;
  clearInterval(playing);
  playing = 0;
  player.textContent = "Play";
  say(scene().dataset.said);
}

// Keys

function step(name) {
  const found = link(name);
  if (found && !busy) go(found.href);
}

function toggle(id) {
  const details = $(id);
  details.open = !details.open;
  if (details.open) {
    details.scrollIntoView({ block: "nearest", behavior: calm.matches ? "auto" : "smooth" });
    details.querySelector("summary").focus({ preventScroll: true });
  }
}

const KEYS = {
  ArrowRight: (shift) => step(shift ? "turn-forward" : "move-forward"),
  ArrowLeft: (shift) => step(shift ? "turn-back" : "move-back"),
  k: () => step("move-forward"),
  j: () => step("move-back"),
  "]": () => step("round-forward"),
  "[": () => step("round-back"),
  Home: () => step("first"),
  End: () => step("last"),
  " ": () => (playing ? pause() : play()),
  g: () => $("at").focus(),
  t: () => toggle("keep-words"),
  e: () => document.querySelector('[data-key="e"]').click(),
  w: () => document.querySelector('[data-key="w"]').click(),
  "?": () => toggle("keys"),
};

function onKey(event) {
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
  const at = event.target;
  if (at.isContentEditable || at.closest("input, textarea, select")) return;
  if (event.key === " " && at.closest("a, button, summary, pre")) return;
  if (/^(Arrow|Home|End)/.test(event.key) && (at.closest("pre, blockquote") || scrolls(at.closest("[data-wide]")))) return;
  const act = Object.hasOwn(KEYS, event.key) && KEYS[event.key];
  if (!act || !keysOn()) return;
  event.preventDefault();
  if (event.key !== " ") pause();
  act(event.shiftKey);
}

function keysOn(on) {
  try {
    if (on !== undefined) localStorage.setItem("keys", on ? "on" : "off");
    return localStorage.getItem("keys") !== "off";
  } catch {
    return on ?? $("keys-on").checked;
  }
}

// Links to lines of this session, wherever they stand, are followed in place.

function onClick(event) {
  const found = event.target.closest?.("a[href]");
  if (!found || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  if (found.origin !== location.origin || found.hash || !found.closest(".scene")) return;
  if (!found.pathname.startsWith(`${scene().dataset.base}/`) || !/\/\d+$/.test(found.pathname)) return;
  event.preventDefault();
  pause();
  go(found.href);
}

build();
settle();
$("keys-off").hidden = false;
$("keys-on").checked = keysOn();
$("keys-on").addEventListener("change", (event) => keysOn(event.target.checked));
document.addEventListener("keydown", onKey);
document.addEventListener("click", onClick);
addEventListener("resize", stop);
addEventListener("popstate", () => {
  if (place() === shown) return; // a jump within the page
  pause();
  go(location.href, { push: false });
});
