// Apply changes of drawings (trees) and texts (lines), and update the page. views/deltas.py describes the format.

const OPENING = /^<([\w-]+)([^>]*?)\/?>/;
const ATTRIBUTE = / ([\w-]+)="([^"]*)"/g;
const SIGNS = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'" };
const SVG = "http://www.w3.org/2000/svg";
const HTML = new Set(["div", "details", "summary"]);

const plain = (text) =>
  text.includes("&") ? text.replace(/&(amp|lt|gt|quot|#x27);/g, (_, name) => SIGNS[name]) : text;
const isTree = (one) => typeof one === "string" || Array.isArray(one);

// A node is { n: name, a: attributes, t: text, k: child nodes }. An unchanged node stays the same object.

// `#3` is a reference to the fourth repeated tree or change of the chunk.

export function grow(tree, trees) {
  if (tree[0] === "#") return grow(trees[tree.slice(1)], trees);
  const held = Array.isArray(tree);
  const raw = held ? tree[0] : tree;
  const opening = OPENING.exec(raw);
  const a = {};
  for (const [, name, value] of opening[2].matchAll(ATTRIBUTE)) a[name] = plain(value);
  const end = held ? -1 : raw.lastIndexOf("</");
  const t = end > 0 ? raw.slice(opening[0].length, end) : "";
  return {
    n: opening[1],
    a,
    t: plain(t),
    k: held ? tree.slice(1).map((kid) => grow(kid, trees)) : [],
    mixed: t.includes("<") ? raw : "",
  };
}

export function mend(old, step, trees) {
  if (step === null) return old;
  const open = (one) => (typeof one === "string" && one[0] === "#" ? trees[one.slice(1)] : one);
  const change = open(step);
  const make = (tree) => grow(tree, trees);
  if (isTree(change)) return make(change);
  const node = { ...old };
  if (change.a) {
    node.a = { ...old.a };
    for (const [name, value] of Object.entries(change.a)) {
      if (value === null) delete node.a[name];
      else node.a[name] = value;
    }
  }
  if ("t" in change) node.t = respelled(old.t, change.t);
  if (change.c) node.k = run(old.k, change.c.map(open), (kid, one) => mend(kid, one, trees), make);
  return node;
}

export function mendLines(old, change) {
  return change === null ? old : run(old, change.c, null, (line) => line);
}

function respelled(old, found) {
  return typeof found === "string" ? found : old.slice(0, found[0]) + found[2] + old.slice(old.length - found[1]);
}

function run(old, script, change, make) {
  const found = [];
  let at = 0;
  for (const step of script) {
    if (typeof step === "number") {
      for (let n = 0; n < step; n += 1) found.push(old[at + n]);
      at += Math.abs(step);
    } else if (isTree(step)) found.push(make(step));
    else found.push(change(old[at++], step));
  }
  while (at < old.length) found.push(old[at++]);
  return found;
}

// The page

export function drawn(node) {
  if (node.mixed) {
    const found = new DOMParser().parseFromString(`<svg xmlns="${SVG}">${node.mixed}</svg>`, "image/svg+xml");
    return document.importNode(found.documentElement.firstChild, true);
  }
  const element = HTML.has(node.n) ? document.createElement(node.n) : document.createElementNS(SVG, node.n);
  for (const [name, value] of Object.entries(node.a)) if (name !== "xmlns") element.setAttribute(name, value);
  if (node.t) element.textContent = node.t;
  else for (const kid of node.k) element.append(drawn(kid));
  return element;
}

// Add the elements with an id that boards use, unless the page has them.

export function define(found) {
  const defs = document.querySelector("#part-board defs");
  for (const markup of found) {
    const node = grow(markup);
    if (!document.getElementById(node.a.id)) defs.append(drawn(node));
  }
}

const named = (node) => node.a["data-key"] ?? node.a["data-panel"];

const alike = (old, now) =>
  old.n === now.n && !old.k.length === !now.k.length && !old.mixed && !now.mixed && named(old) === named(now);

// The keys of nodes that may have moved. A node has not moved if it and all its parents are the same objects.

export function unsettled(old, now, found = new Set()) {
  if (old === now) return found;
  const names = Object.keys(now.a);
  if (names.length !== Object.keys(old.a).length || names.some((name) => old.a[name] !== now.a[name]))
    return keysIn(now, found);
  if (old.k === now.k) return found;
  const stays = new Set(old.k);
  const same = old.k.length === now.k.length;
  now.k.forEach((kid, i) => {
    if (stays.has(kid)) return;
    if (same && alike(old.k[i], kid)) unsettled(old.k[i], kid, found);
    else keysIn(kid, found);
  });
  return found;
}

function keysIn(node, found) {
  if (node.a["data-key"]) found.add(node.a["data-key"]);
  for (const kid of node.k) keysIn(kid, found);
  return found;
}

export function follow(element, old, now) {
  if (old === now) return;
  for (const name of Object.keys(old.a)) if (!(name in now.a)) element.removeAttribute(name);
  for (const [name, value] of Object.entries(now.a)) if (old.a[name] !== value) element.setAttribute(name, value);
  if (old.t !== now.t) element.textContent = now.t;
  if (old.k !== now.k) followKids(element, old.k, now.k);
}

// The range that differs: its start, and its end in both lists.

function difference(old, now) {
  let low = 0;
  let oldEnd = old.length;
  let nowEnd = now.length;
  while (low < oldEnd && low < nowEnd && old[low] === now[low]) low += 1;
  while (oldEnd > low && nowEnd > low && old[oldEnd - 1] === now[nowEnd - 1]) {
    oldEnd -= 1;
    nowEnd -= 1;
  }
  return [low, oldEnd, nowEnd];
}

function followKids(element, old, now) {
  const [low, oldEnd, nowEnd] = difference(old, now);
  const where = new Map();
  for (let i = low; i < oldEnd; i += 1) where.set(old[i], i);
  const stays = new Set(now.slice(low, nowEnd).filter((kid) => where.has(kid)));
  const kids = element.childNodes;
  let i = low;
  for (let j = low; j < nowEnd; j += 1) {
    const at = where.get(now[j]);
    if (at !== undefined && at >= i) {
      for (; i < at; i += 1) kids[j].remove();
      i += 1;
    } else if (i < oldEnd && !stays.has(old[i]) && alike(old[i], now[j])) follow(kids[j], old[i++], now[j]);
    else element.insertBefore(drawn(now[j]), kids[j] || null);
  }
  for (; i < oldEnd; i += 1) kids[nowEnd].remove();
}
