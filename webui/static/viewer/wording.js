// Words about an entry, and the part of the page that a screen reader speaks.

import { $ } from "../dom.js";
import { said, told } from "./session.js";
import { state } from "./state.js";

const SHOWN = 120;

export function placeInWords(found, line) {
  if (!found.at.includes(".")) return `Entry ${line}`;
  const where = `Move ${found.at}`;
  return line === found.first || line === found.last ? where : `${where}, entry ${line}`;
}

export const titleAt = (found, line) =>
  line === found.first || line === found.last ? said(found.first) : said(line) || said(found.first);

export function announcement(found, line) {
  let words = `${placeInWords(found, line)}: ${titleAt(found, line)}`;
  if (line === found.last) {
    for (const one of told(found)) {
      if (words.length + said(one).length + 1 > SHOWN) break;
      words = `${words} ${said(one)}`;
    }
  }
  return words.length <= SHOWN ? words : `${words.slice(0, SHOWN - 1)}\u2026`;
}

export const cut = (words, most) => (words.length <= most ? words : `${words.slice(0, most - 1)}\u2026`);

export const levelName = (name, held) => `${name}${held ? ", accepted as played" : ""}`;
export const level = ([, name, held, rule]) => `${levelName(name, held)}: ${rule}`;

let waiting = 0;

export function say(words) {
  clearTimeout(waiting);
  if (!state.playing) waiting = setTimeout(() => ($("live").textContent = words), 250);
}
