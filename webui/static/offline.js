// Functions of the offline page beyond the viewer: read its steps, show disputed entries, check the log's digests, seals
// and signatures (docs/reference/log-format.md), compare checkpoints, and save the log as it was exported.

import { $, make, renewed, timeAt } from "./dom.js";

// The steps

async function unpack() {
  const bytes = Uint8Array.from(atob($("steps").textContent.trim()), (letter) => letter.charCodeAt(0));
  const stream = new Response(bytes).body.pipeThrough(new DecompressionStream("gzip"));
  return JSON.parse(await new Response(stream).text());
}

let steps = null;

globalThis.offline = async (path) => {
  steps ??= unpack();
  const found = (await steps)[path];
  if (!found) throw new Error(`this file has no ${path}`);
  return found;
};

// SHA-256 as hex. Some browsers offer no own implementation to pages that are opened from a file.

const PRIMES = [];
for (let n = 2; PRIMES.length < 64; n += 1) if (PRIMES.every((prime) => n % prime)) PRIMES.push(n);
const bits = (root) => ((root - Math.floor(root)) * 2 ** 32) | 0;
const ROUNDS = Int32Array.from(PRIMES, (prime) => bits(Math.cbrt(prime)));
const START = Int32Array.from(PRIMES.slice(0, 8), (prime) => bits(Math.sqrt(prime)));
const turned = (word, by) => (word >>> by) | (word << (32 - by));

function sha256(text) {
  const given = new TextEncoder().encode(text);
  const bytes = new Uint8Array((((given.length + 8) >> 6) + 1) << 6);
  bytes.set(given);
  bytes[given.length] = 128;
  const view = new DataView(bytes.buffer);
  view.setUint32(bytes.length - 8, Math.floor(given.length / 2 ** 29));
  view.setUint32(bytes.length - 4, given.length << 3);
  const state = Int32Array.from(START);
  const words = new Int32Array(64);
  for (let at = 0; at < bytes.length; at += 64) {
    for (let i = 0; i < 16; i += 1) words[i] = view.getInt32(at + 4 * i);
    for (let i = 16; i < 64; i += 1) {
      const [far, near] = [words[i - 15], words[i - 2]];
      const low = turned(far, 7) ^ turned(far, 18) ^ (far >>> 3);
      const high = turned(near, 17) ^ turned(near, 19) ^ (near >>> 10);
      words[i] = words[i - 16] + low + words[i - 7] + high;
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 64; i += 1) {
      const one = h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + ROUNDS[i] + words[i];
      const other = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + other) | 0];
    }
    for (const [i, word] of [a, b, c, d, e, f, g, h].entries()) state[i] += word;
  }
  return Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

// The log

const ROW = "at_ms body by digest opened seq session";
const HEADERS = {
  "cloisterbell-1": "data format game session title",
  "cloisterbell-2": "data format game session signatures title",
};
const SIGNATURE = "key seq signature signed_ms";
const WORDS = {
  unread: "cannot be read",
  fields: "does not have the format of an export",
  chain: "does not follow from the entry before it (its digest does not match)",
  seal: "opens a value that differs from the sealed one",
  data: "requires a data file that differs from the one in the header",
  sum: "differs from the text that was exported",
  named: "has a different game or title than entry 1",
  gone: "is signed, but is missing",
  twice: "is signed twice with the same key",
  forged: "has a signature that was not made with its key",
  stranger: "is signed with a key that was not in use then",
  unsigned: "names a key, but this log has no signature",
  behind: "comes after the last signed entry",
};

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const RAW = /[\p{Cc}\u2028\u2029]/u;
const isObject = (one) => one !== null && typeof one === "object" && !Array.isArray(one);
const named = (one, fields) => one !== null && typeof one === "object" && Object.keys(one).sort().join(" ") === fields;

const isCount = (number) => Number.isSafeInteger(number) && number >= 0;

function* rowFaults(row, isNext, seals) {
  if (!isNext) yield "chain";
  if (!opens(row, seals)) yield "seal";
  if (!isCount(row.seq) || !isCount(row.at_ms) || RAW.test(row.by + row.body)) yield "fields";
  if (!isObject(parsed(row.body))) yield "unread";
}

function readLog(text) {
  const [header, ...rows] = text.replace(/\n$/, "").split("\n");
  const faults = [];
  const seals = { opened: 0, closed: 0 };
  const head = parsed(header);
  if (!named(head, HEADERS[head?.format])) faults.push([0, head ? "fields" : "unread"]);
  let prev = "0".repeat(64);
  const digests = rows.map((raw, i) => {
    const row = parsed(raw);
    if (!named(row, ROW)) {
      faults.push([i + 1, row ? "fields" : "unread"]);
      prev = row?.digest || null;
      return "";
    }
    const made = sha256([prev, row.session, row.seq, row.at_ms, row.by, row.body].join("\n"));
    const isNext = made === row.digest && row.seq === i + 1 && row.session === (head?.session ?? row.session);
    for (const fault of rowFaults(row, prev === null || isNext, seals)) faults.push([i + 1, fault]);
    prev = row.digest;
    return made;
  });
  const lines = rows.map((raw) => ({ digest: parsed(raw)?.digest, body: parsed(parsed(raw)?.body || "") || {} }));
  const first = lines[0]?.body;
  if (head && first && !isNamedAs(head, first)) faults.push([0, "named"]);
  for (const pin of Object.values(first?.data || {})) if (dataHash(header, pin) !== pin) faults.push([1, "data"]);
  const told = new Set(faults.map(([line]) => line));
  const sums = $("log").dataset.sums;
  [header, ...rows].forEach((raw, line) => {
    if (!told.has(line) && sha256(raw).slice(0, 8) !== sums.slice(8 * line, 8 * line + 8)) faults.push([line, "sum"]);
  });
  if (8 * (rows.length + 1) !== sums.length) faults.push([rows.length, "count"]);
  return { head, lines, digests, seals, faults, pins: Object.keys(first?.data || {}).length };
}

// Signatures: whether each is valid (with the browser's Ed25519, if it has one), which key signs which entries, and which
// entries come after the last signature.

const bytesOf = (hex) => Uint8Array.from(hex.match(/../g), (pair) => parseInt(pair, 16));

async function isValid(session, digest, one) {
  const said = ["cloisterbell-head-1", session, one.seq, digest, one.signed_ms, one.key].join("\n");
  try {
    const key = await crypto.subtle.importKey("raw", bytesOf(one.key), "Ed25519", false, ["verify"]);
    return await crypto.subtle.verify("Ed25519", key, bytesOf(one.signature), new TextEncoder().encode(said));
  } catch (error) {
    return error.name === "DataError" ? false : null;
  }
}

function keysOf(lines) {
  const found = [];
  lines.forEach(({ body }, i) => {
    if (i === 0 && body.signs) found.push({ key: body.signs, from: 1, good: 0 });
    if (body.kind === "host-key") found.push({ key: body.key, from: i + 1, good: body.good || 0 });
  });
  return found.map((one, i) => ({ ...one, next: found[i + 1] || null }));
}

const isSignature = (one) =>
  named(one, SIGNATURE) &&
  Number.isSafeInteger(one.seq) &&
  /^[0-9a-f]{64}:[0-9a-f]{128}$/.test(`${one.key}:${one.signature}`);

function signatureFault(line, isTwice, valid, whose) {
  if (!line) return "gone";
  if (isTwice) return "twice";
  if (valid === false) return "forged";
  return whose ? "" : "stranger";
}

function faultsAfter(newest, keys, behind) {
  if (!newest) return [[keys.at(-1).from, "unsigned"]];
  return behind.length ? [[newest.seq + 1, "behind"]] : [];
}

const isInUse = ({ from, next }, seq) => from <= seq && (!next || seq <= next.from);

// Whether a signature by a key counts for an entry: the next key can say up to which entry this key is good.

const counts = (whose, seq) => !whose.next?.good || seq <= whose.next.good || seq === whose.next.from;

async function readSignatures({ head, lines }) {
  const keys = keysOf(lines);
  const given = Array.isArray(head?.signatures) ? head.signatures : [];
  const faults = given.filter((one) => !isSignature(one)).map(() => [0, "fields"]);
  if (!head) return { faults, keys, newest: null, unchecked: 0, isHeld: false, count: 0 };
  const seen = new Set();
  let newest = null;
  let last = 0;
  let unchecked = 0;
  for (const one of given.filter(isSignature)) {
    const { seq, key } = one;
    const line = lines[seq - 1];
    const whose = keys.find((one) => one.key === key && isInUse(one, seq));
    const valid = line && (await isValid(head.session, line.digest, one));
    if (valid === null) unchecked += 1;
    const fault = signatureFault(line, seen.has(`${seq} ${key}`), valid, whose);
    if (fault) faults.push([seq, fault]);
    else if (counts(whose, seq) && seq >= last) [newest, last] = [one, seq];
    seen.add(`${seq} ${key}`);
  }
  const behind = lines.slice(last);
  const isHeld = newest !== null && behind.length > 0 && behind.every(({ body }) => body.kind === "held");
  if (keys.length) faults.push(...faultsAfter(newest, keys, isHeld ? [] : behind));
  return { faults, keys, newest, unchecked, isHeld, count: given.length };
}

function signedWords({ keys, newest, unchecked, isHeld, count }) {
  if (!keys.length)
    return [
      "Not signed. A log that was rewritten from some entry on also passes this check. Only a checkpoint that was posted before can show that.",
    ];
  const told = unchecked
    ? [
        `This browser does not support Ed25519, so ${plural(unchecked, "signature")} ${unchecked === 1 ? "was" : "were"} not checked.`,
      ]
    : [];
  if (newest) {
    const when = Number.isNaN(new Date(newest.signed_ms).valueOf()) ? "an unknown time" : timeAt(newest.signed_ms);
    told.push([
      `Signed with the key ${newest.key.slice(0, 32)} up to entry ${newest.seq} (`,
      when,
      `${unchecked ? "" : `, ${plural(count, "signature")} checked`}).`,
    ]);
    told.push(
      "This file cannot prove whose key it is, because a rewritten log can be signed with another key. Compare it with the key in an invitation or a turn summary from the host, or compare a checkpoint that was posted before.",
    );
  }
  if (isHeld) told.push("The session was locked after the last signed entry.");
  return told;
}

// The same white space as in the program that writes exports. A byte order mark is not white space.
// biome-ignore lint/suspicious/noControlCharactersInRegex: Python splits at these characters.
const BLANKS = /(?:(?!\ufeff)[\s\x1c-\x1f\x85])+/;
const printed = (title) =>
  [...title.split(BLANKS).filter(Boolean).join(" ")]
    .slice(0, 200)
    .join("")
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, "\ufffd");
const isNamedAs = (head, first) => head.game === first.game && ["", head.title].includes(printed(first.title || ""));

const isOpening = (item, hash) => named(item, "salt value") && sha256(`${item.salt}\n${item.value}`) === hash;

function opens(row, seals) {
  const body = parsed(row.body) || {};
  let sound = true;
  seals.closed += Object.values(body).flatMap((one) => one?.sealed || []).length;
  for (const [field, items] of Object.entries(row.opened)) {
    const hashes = [body[field]?.sealed ?? []].flat();
    if (items.length > hashes.length) sound = false;
    for (const [at, item] of items.entries()) {
      if (item === null) continue;
      if (!isOpening(item, hashes[at])) sound = false;
      seals.opened += 1;
      seals.closed -= 1;
    }
  }
  return sound;
}

// The hash of the text of a data file in the header.

function dataHash(header, pin) {
  const from = header.indexOf(`"${pin}":`, header.indexOf('"data":{')) + pin.length + 3;
  let depth = 0;
  for (const sign of header.slice(from).matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/g)) {
    if ("[{".includes(sign[0])) depth += 1;
    else if ("]}".includes(sign[0])) depth -= 1;
    if (depth === 0) return sha256(header.slice(from, from + sign.index + sign[0].length));
  }
  return "";
}

const plural = (count, what) => `${count} ${what}${count === 1 ? "" : "s"}`;
const place = (line) => (line ? `Entry ${line}` : "The header");
const entries = (count) => `${count} ${count === 1 ? "entry" : "entries"}`;

function list(box, sentences) {
  box.replaceChildren(...sentences.map((words) => make("li", {}, ...[words].flat())));
  renewed(box);
}

let log = null;

async function check() {
  const read = readLog($("log").textContent);
  const signed = await readSignatures(read);
  const { digests, seals, pins } = read;
  const faults = [...read.faults, ...signed.faults].sort(([one], [other]) => one - other);
  log = { digests, faults };
  const [verdict, head] = [$("verdict"), digests.length];
  verdict.classList.toggle("bad", faults.length > 0);
  verdict.classList.toggle("good", !faults.length);
  const told = faults
    .slice(0, 6)
    .map(([line, what]) =>
      what === "count" ? `Entries are missing or were added after entry ${line}.` : `${place(line)} ${WORDS[what]}.`,
    );
  if (faults.length > 6) told.push(`And ${faults.length - 6} more.`);
  verdict.textContent = faults.length
    ? `This log was changed. ${told.join(" ")}`
    : `The hash chain of this log is intact (${entries(head)}). Checkpoint: ${head}:${digests[head - 1].slice(0, 32)}.`;
  list($("checked"), [
    `Checked: the digest of ${head === 1 ? "the entry" : `all ${entries(head)}`}, ${plural(seals.opened, "sealed value")} that the log opens${pins ? `, ${plural(pins, "data file")}` : ""}.`,
    seals.closed
      ? `${plural(seals.closed, "sealed value")} could not be checked: ${seals.closed === 1 ? "it is" : "they are"} hidden in this file, or the text was erased.`
      : "The log opens all its sealed values.",
    ...signedWords(signed),
  ]);
  const link = $("to-proof");
  link.textContent = faults.length ? "This log was changed" : "Check this log";
  link.classList.toggle("bad", faults.length > 0);
}

// A checkpoint: an entry number and 32 or 64 digits of its digest

function compare(event) {
  event.preventDefault();
  if (!log) return;
  const found = [...$("posted").value.matchAll(/(?<![0-9])([1-9][0-9]{0,8}):([0-9a-f]+)/gi)].filter(([, , hex]) =>
    [32, 64].includes(hex.length),
  );
  const first = log.faults.length ? log.faults[0][0] : Infinity;
  list(
    $("compared"),
    found.map(([, line, given]) => {
      const digest = log.digests[line - 1];
      if (digest === undefined) return `Entry ${line} is not in this log, which ends with entry ${log.digests.length}.`;
      if (!digest.startsWith(given.toLowerCase()))
        return `Entry ${line} has a different digest. This log was changed at or before it, or the checkpoint belongs to another log.`;
      if (first <= line) return `Entry ${line} has this digest, but ${place(first).toLowerCase()} was changed.`;
      return `Entry ${line} has this digest. Up to this entry, the log has not changed since the checkpoint was posted.`;
    }),
  );
  if (!found.length)
    list($("compared"), ["No checkpoint found. A checkpoint is an entry number, a colon, and 32 or 64 hex digits."]);
}

function save() {
  const address = URL.createObjectURL(new Blob([$("log").textContent], { type: "application/jsonl" }));
  make("a", { href: address, download: $("save").dataset.name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

// Disputes, rulings and findings: the positions of the selected one are links above the board.

function choose(item, at = "") {
  const row = item.querySelector(".compare");
  const links = [...row.querySelectorAll("a")].map((link) => link.cloneNode(true));
  const label = make("strong", {}, row.dataset.name);
  $("comparing").replaceChildren(label, ...links);
  $("comparing").hidden = false;
  $("contested").open = false;
  mark();
  if (at) links.find((link) => link.getAttribute("href") === at)?.focus();
}

function mark() {
  const line = `#${document.querySelector(".scene").dataset.seq}`;
  for (const link of $("comparing").querySelectorAll("a")) {
    if (link.getAttribute("href") === line) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
}

if ($("contested")) {
  $("contested").addEventListener("click", (event) => {
    const link = event.target.closest(".compare a");
    if (link) setTimeout(() => choose(link.closest("li"), link.getAttribute("href")));
  });
  new MutationObserver(mark).observe(document.querySelector(".scene"), { attributeFilter: ["data-seq"] });
  const open = document.querySelector(".contested").dataset.open;
  if (open) choose($(`about-${open}`));
}
$("save").hidden = $("checkpoint").hidden = false;
$("save").addEventListener("click", save);
$("checkpoint").addEventListener("submit", compare);
globalThis.offline("outline.json").catch(() => {
  const told = make(
    "p",
    { class: "banner bad" },
    "The boards in this file cannot be unpacked. The file was changed, or this browser is too old. One board, the log and its check still work.",
  );
  document.querySelector(".scene").before(told);
});
check();
