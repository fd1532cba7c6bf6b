// The things on a board: what each is, the keys that lead from one to the next, and the things that are selected.
// The tip shows them, and the legal moves that name all selected things.

import { $, make, shape } from "./dom.js";

const THING = ":is([data-place], [data-arg]):has(> title):not(svg)";
const WAYS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const phone = matchMedia("(max-width: 56.25rem)");
const panels = $("part-board").querySelector(".panels");
const tip = $("tip");
const slot = make("div", { class: "tapped" });
const close = make("button", { type: "button", class: "close", "aria-label": "Close" }, "\u00d7");

let selected = [];
let current = null; // the thing that the arrow keys start from
const rings = [];

const nameOf = (thing) => thing.querySelector(":scope > title")?.textContent || thing.dataset.place;
const middle = ({ left, right, top, bottom }) => [(left + right) / 2, (top + bottom) / 2];

// A thing that is drawn in two places is one thing.

function things() {
  const found = new Map();
  for (const one of panels.querySelectorAll(THING)) {
    const key = `${one.dataset.arg} ${one.dataset.place} ${nameOf(one)}`;
    if (!found.has(key) && one.getClientRects().length) found.set(key, one);
  }
  return [...found.values()];
}

// A thing is named by its title. If it contains others it is a group, because a screen reader cannot enter a button.

function prepare() {
  const found = things();
  for (const one of found) {
    one.tabIndex = -1;
    one.setAttribute("role", one.querySelector(THING) ? "group" : "button");
  }
  return found;
}

function ringAround(thing, kind) {
  const inside = thing.ownerSVGElement.getScreenCTM().inverse();
  const { left, top, right, bottom } = thing.getBoundingClientRect();
  const from = new DOMPoint(left, top).matrixTransform(inside);
  const to = new DOMPoint(right, bottom).matrixTransform(inside);
  const box = { x: from.x - 3, y: from.y - 3, width: to.x - from.x + 6, height: to.y - from.y + 6, rx: 6 };
  for (const part of ["casing", kind]) rings.push(shape("rect", { ...box, class: `tap-${part}` }));
  thing.ownerSVGElement.append(...rings.slice(-2));
}

function mark() {
  for (const one of rings.splice(0)) one.remove();
  for (const one of panels.querySelectorAll("[data-tapped]")) {
    delete one.dataset.tapped;
    one.removeAttribute("aria-pressed");
  }
  selected.forEach((one, i) => {
    one.dataset.tapped = i + 1;
    if (one.getAttribute("role") === "button") one.setAttribute("aria-pressed", "true");
    ringAround(one, i ? "target" : "source");
  });
  if (document.activeElement === current && !selected.includes(current)) ringAround(current, "focus");
}

// The tip

function fact(thing, number) {
  const place = thing.closest("[data-place]")?.dataset.place;
  const why = tip.dataset.why || document.querySelector('[data-key="w"]')?.href;
  const to = place && why && new URL(why, location.href);
  if (to) to.searchParams.set("place", place);
  return make(
    "p",
    { class: "fact" },
    number && make("b", {}, `${number} `),
    ...linked(nameOf(thing)),
    to && " ",
    to && make("a", { href: to }, "Explain this value"),
  );
}

// The words, with each id of a rule as a link to the rule.

const linked = (words) =>
  words
    .split(/([A-Z]{3,4}-[A-Z]{2,6}-[0-9]{2})/)
    .map((part, i) => (i % 2 && tip.dataset.rules ? make("a", { href: `${tip.dataset.rules}#${part}` }, part) : part));

function note(words) {
  const scene = document.querySelector(".scene");
  const now = scene ? scene.dataset.base + scene.dataset.query : location.href;
  return make("p", { class: "meta" }, `${words} `, make("a", { href: now }, "Board now"));
}

// The page of moves, if the user may move. An older board shows no moves.

const pageOfMoves = () => tip.dataset.moves && document.querySelector('#turn a[href$="/move"]')?.href;
const isEarlier = () => Boolean(document.querySelector('[data-step="move-forward"][href]'));

function show(at) {
  const numbered = selected.length > 1;
  const facts = selected.map((one, i) => fact(one, numbered && i + 1));
  if (!selected.includes(at)) facts.unshift(fact(at));
  const news = document.querySelector("#turn .news");
  const old = pageOfMoves() && (isEarlier() ? "You look at an earlier board." : news && "Others have moved since.");
  tip.replaceChildren(...facts, ...(old ? [note(old)] : selected.length ? [slot] : []), close);
  tip.setAttribute("aria-label", nameOf(at));
  tip.hidden = false;
  mark();
  place(at);
  return !old;
}

function place(at) {
  const box = at.getBoundingClientRect();
  tip.style.left = tip.style.top = "";
  if (phone.matches) {
    const over = box.bottom + 12 - tip.getBoundingClientRect().top;
    if (over > 0 && selected.length) scrollBy({ top: Math.min(over, box.top - 96) });
    return;
  }
  const frame = tip.offsetParent.getBoundingClientRect();
  const [wide, high] = [tip.offsetWidth, tip.offsetHeight];
  const within = (value, most) => Math.max(8, Math.min(value, most - 8));
  const spots = [
    [box.right + 12, box.top - 8],
    [box.left - wide - 12, box.top - 8],
    [box.left, box.bottom + 12],
    [box.left, box.top - high - 12],
  ].map(([left, top]) => [within(left, innerWidth - wide), within(top, innerHeight - high)]);
  const boxes = things().map((one) => one.getBoundingClientRect());
  const covers = ([left, top], one) =>
    left < one.right && left + wide > one.left && top < one.bottom && top + high > one.top;
  const cost = (spot) => boxes.filter((one) => covers(spot, one)).length + (covers(spot, box) ? 1000 : 0);
  const costs = spots.map(cost);
  const [left, top] = spots[costs.indexOf(Math.min(...costs))];
  tip.style.left = `${left - frame.left}px`;
  tip.style.top = `${top - frame.top}px`;
}

export function hide() {
  selected = [];
  tip.hidden = true;
  slot.replaceChildren();
  mark();
}

// Selecting

const argumentsOf = (thing) => thing.dataset.arg;
const isSame = (one, other) => one === other || (argumentsOf(one) && argumentsOf(one) === argumentsOf(other));

function tap(at) {
  const thing = at.closest("[data-arg]:has(> title)") || at;
  const page = pageOfMoves();
  const others = selected.filter((one) => !isSame(one, thing));
  if (others.length < selected.length) selected = others;
  else selected = page && argumentsOf(thing) ? [...others.filter(argumentsOf), thing] : [thing];
  if (!selected.length) return hide();
  const last = selected.at(-1);
  if (show(selected.includes(thing) ? at : last) && page && argumentsOf(last)) list(page);
  else slot.replaceChildren();
}

async function list(page) {
  const wanted = selected;
  const last = wanted.at(-1);
  const to = new URL(page);
  for (const one of wanted) to.searchParams.append("with", argumentsOf(one));
  const { showMoves } = await import(tip.dataset.moves);
  const count = await showMoves(slot, to);
  if (wanted !== selected) return;
  if (count || wanted.length === 1) return place(last);
  selected = [last]; // no move names them all: begin again with the last one
  show(last);
  list(page);
}

// A group has gaps between its shapes. There the smallest thing around the point counts.

function thingAround({ clientX, clientY, target }) {
  const area = (one) => one.getBoundingClientRect().width * one.getBoundingClientRect().height;
  const isAround = ({ left, right, top, bottom }) =>
    left <= clientX && clientX <= right && top <= clientY && clientY <= bottom;
  const svg = target.closest("svg");
  const found = things().filter((one) => svg.contains(one) && isAround(one.getBoundingClientRect()));
  return found.sort((one, other) => area(one) - area(other))[0];
}

export function onTap(event) {
  const { target } = event;
  if (target === close || target.closest('#tip a[href="#own-post"]')) return hide();
  if (target.closest("#tip")) return;
  const at = target.closest("#part-board :is([data-place], :has(> title)):not(svg)");
  const near = at || (target.closest("#part-board svg") && thingAround(event));
  if (near) tap(near);
  else hide();
}

// Keys

export function onFocus({ target }) {
  if (target === panels) {
    const found = prepare();
    panels.tabIndex = -1;
    (found.includes(current) ? current : found[0])?.focus();
  } else if (target.matches(THING)) {
    current = target;
    showWholeMap(target);
    show(target);
  }
}

// A part of a zoomed map can be out of view.

function showWholeMap(thing) {
  const map = thing.closest("svg").getBoundingClientRect();
  const [x, y] = middle(thing.getBoundingClientRect());
  if (x < map.left || x > map.right || y < map.top || y > map.bottom)
    $("part-board").querySelector('[data-zoom-to="all"]')?.click();
}

function next(thing, [x, y]) {
  const [fromX, fromY] = middle(thing.getBoundingClientRect());
  let best = thing;
  let least = Infinity;
  for (const one of things()) {
    const [toX, toY] = middle(one.getBoundingClientRect());
    const ahead = (toX - fromX) * x + (toY - fromY) * y;
    const far = ahead + Math.abs((toX - fromX) * y + (toY - fromY) * x);
    if (ahead > 1 && far < least) [best, least] = [one, far];
  }
  return best;
}

function inOrder(thing, by) {
  const all = things();
  return all[(all.indexOf(thing) + by + all.length) % all.length];
}

const stops = () => [...tip.querySelectorAll("a[href], button, input")].filter((one) => one.getClientRects().length);

// The thing to which each key leads from the focused one.

const GOES = {
  ...Object.fromEntries(Object.entries(WAYS).map(([key, way]) => [key, (thing) => next(thing, way)])),
  PageDown: (thing) => inOrder(thing, 1),
  PageUp: (thing) => inOrder(thing, -1),
  Home: () => things()[0],
  End: () => things().at(-1),
};

function onThingKey(event) {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const { key, target } = event;
  if (!target.matches(THING)) return;
  if (key in GOES) GOES[key](target).focus();
  else if (key === "Enter" || key === " ") tap(target);
  else if (key === "Escape") selected.length ? hide() : target.blur();
  else if (key === "Tab" && !event.shiftKey && !tip.hidden) stops()[0].focus();
  else return;
  event.preventDefault();
}

function onTipKey(event) {
  if (event.key === "Tab" && event.shiftKey && event.target === stops()[0] && current) {
    current.focus();
    event.preventDefault();
  }
}

function onEscape(event) {
  if (event.key !== "Escape" || event.defaultPrevented || tip.hidden) return;
  const isIn = tip.contains(document.activeElement);
  hide();
  if (isIn) current?.focus();
}

function onLeave({ relatedTarget }) {
  if (panels.contains(relatedTarget)) return;
  panels.tabIndex = 0;
  if (tip.contains(relatedTarget)) return;
  if (selected.length) mark();
  else hide();
}

tip.setAttribute("role", "dialog");
prepare();
panels.addEventListener("keydown", onThingKey);
panels.addEventListener("focusout", onLeave);
tip.addEventListener("keydown", onTipKey);
document.addEventListener("keydown", onEscape);
