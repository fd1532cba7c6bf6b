// The data of the session: the outline of the log and its steps, fetched once, in chunks.

import { define, grow, mend, mendLines } from "./delta.js";
import { offline, query, scene, state } from "./state.js";

export const log = {
  outline: null,
  base: null,
  chunks: [],
  near: null, // a small chunk around the opened entry
  coming: new Map(),
  boards: [],
  words: [],
  next: [],
  odds: [],
};

async function ask(path, digest) {
  if (offline) return offline(path);
  const url = new URL(`${scene.dataset.steps}/${path}${query}`, location.href);
  if (digest) url.searchParams.set("d", digest);
  if (digest) url.searchParams.set("v", scene.dataset.version);
  const answer = await fetch(url, { credentials: "same-origin" });
  if (!answer.ok) throw new Error(String(answer.status));
  return answer.json();
}

const chunkOf = (line) => Math.floor((line - 1) / log.outline.size) + 1;

const has = (chunk, line) => line >= chunk.first && line < chunk.first + chunk.board.length;

export const chunkAt = (line) => log.chunks[chunkOf(line)] || (log.near && has(log.near, line) ? log.near : null);

export const loadAt = (line) => (chunkAt(line) ? null : load(chunkOf(line)));

function load(number) {
  if (log.chunks[number]) return Promise.resolve();
  if (!log.coming.has(number)) {
    const digest = log.outline.heads[number];
    const coming = ask(`${number}.json`, digest).then((chunk) => {
      define(chunk.defs);
      log.chunks[number] = chunk;
      log.coming.delete(number);
    });
    coming.catch(() => log.coming.delete(number));
    log.coming.set(number, coming);
  }
  return log.coming.get(number);
}

export function unfold(line) {
  if (log.boards[line]) return;
  const chunk = chunkAt(line);
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

export const groups = () => log.outline.groups;

export function groupAt(line) {
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

export function row(index) {
  const [first, last, at, kind, undone, implied] = groups()[index];
  return { first, last, at, kind, undone, implied };
}

export const said = (line) => log.outline.texts[line] || chunkAt(line)?.said[line - chunkAt(line).first] || "";

export function told(found) {
  const lines = [];
  for (let line = found.first + 1; line <= found.last; line += 1) lines.push(line);
  return lines;
}

export const notesAt = (found) => log.outline.notes.filter(([at]) => at >= found.first && at <= found.last);

async function begin() {
  const near = offline ? null : ask(`around-${state.seq}.json`);
  [log.outline, log.near] = await Promise.all([ask("outline.json"), near]);
  let at = 0;
  log.filed = [0, ...log.outline.filed.map((more) => (at += more))];
  [log.base] = await Promise.all([ask("base.json", log.outline.heads[0]), offline && load(chunkOf(state.seq))]);
  log.base.board = grow(log.base.board);
  if (log.near) define(log.near.defs);
}

export async function loadAll() {
  await load(chunkOf(state.seq));
  for (let number = 1; number < log.outline.heads.length; number += 1) await load(number);
}

// Resolved when the shown entry can be drawn.

export const begun = begin();
