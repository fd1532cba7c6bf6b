// What a page that is one file does beyond the viewer: it hands out the steps that lie in it, leads to what is contested,
// checks the log's digests, seals and signed heads (docs/log-format.md), compares witnesses, and saves the log as it was
// exported.

const $ = (id) => document.getElementById(id);

// The steps

async function unpack() {
  const bytes = Uint8Array.from(atob($("steps").textContent.trim()), (letter) => letter.charCodeAt(0));
  const stream = new Response(bytes).body.pipeThrough(new DecompressionStream("gzip"));
  return JSON.parse(await new Response(stream).text());
}

let steps = null;

globalThis.offline = async (path) => {
  steps ??= unpack();
  const found = (await steps)[path.split("?")[0]];
  if (!found) throw new Error(`there is no ${path} in this file`);
  return found;
};

// SHA-256, as hex: a page in a file is not everywhere given the browser's own.

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
    [a, b, c, d, e, f, g, h].forEach((word, i) => (state[i] += word));
  }
  return Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

// The log

const ROW = "at_ms body by digest opened seq session";
const HEADERS = { "cloisterbell-1": "data format game session title", "cloisterbell-2": "data format game session signatures title" };
const SIGNATURE = "key seq signature signed_ms";
const WORDS = {
  unread: "cannot be read",
  fields: "is not of the form that exports have",
  chain: "does not follow from the line before it: its digest is another",
  seal: "opens a value that is not the one that was sealed",
  data: "pins a data file that is not the one in the header",
  sum: "is written otherwise than this file's maker wrote it",
  named: "names another game or title than line 1",
  gone: "is signed, and is not here",
  twice: "is signed twice with one key",
  forged: "carries a signature that its key did not give",
  stranger: "is signed with a key that does not sign there",
  unsigned: "names a key, and no head of this log is signed",
  behind: "stands behind the last signed head",
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
    if (prev !== null && (made !== row.digest || row.seq !== i + 1 || row.session !== (head?.session ?? row.session))) faults.push([i + 1, "chain"]);
    prev = row.digest;
    if (!opens(row, seals)) faults.push([i + 1, "seal"]);
    if (![row.seq, row.at_ms].every((number) => Number.isSafeInteger(number) && number >= 0) || RAW.test(row.by + row.body)) faults.push([i + 1, "fields"]);
    if (!isObject(parsed(row.body))) faults.push([i + 1, "unread"]);
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

// Signed heads: every signature, by the browser's own Ed25519 where it has one; whose key signs where; what stands behind.

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

async function readSignatures({ head, lines }) {
  const faults = [];
  const keys = keysOf(lines);
  const given = Array.isArray(head?.signatures) ? head.signatures : [];
  if (!head) return { faults, keys, newest: null, unchecked: 0, isHeld: false, count: 0 };
  const seen = new Set();
  let newest = null;
  let unchecked = 0;
  for (const one of given) {
    const { seq, key, signature } = one || {};
    if (!named(one, SIGNATURE) || !Number.isSafeInteger(seq) || !/^[0-9a-f]{64}:[0-9a-f]{128}$/.test(`${key}:${signature}`)) {
      faults.push([0, "fields"]);
      continue;
    }
    const line = lines[seq - 1];
    const whose = keys.find((named) => named.key === key && named.from <= seq && (!named.next || seq <= named.next.from));
    const valid = line && (await isValid(head.session, line.digest, one));
    if (valid === null) unchecked += 1;
    if (!line) faults.push([seq, "gone"]);
    else if (seen.has(`${seq} ${key}`)) faults.push([seq, "twice"]);
    else if (valid === false) faults.push([seq, "forged"]);
    else if (!whose) faults.push([seq, "stranger"]);
    else if ((!whose.next?.good || seq <= whose.next.good || seq === whose.next.from) && seq >= (newest?.seq || 0)) newest = one;
    seen.add(`${seq} ${key}`);
  }
  const behind = lines.slice(newest?.seq || 0);
  const isHeld = newest !== null && behind.length > 0 && behind.every(({ body }) => body.kind === "held");
  if (keys.length && !newest) faults.push([keys.at(-1).from, "unsigned"]);
  else if (keys.length && behind.length && !isHeld) faults.push([newest.seq + 1, "behind"]);
  return { faults, keys, newest, unchecked, isHeld, count: given.length };
}

const DAY = { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" };

function signedWords({ keys, newest, unchecked, isHeld, count }) {
  if (!keys.length) return ["Unsigned: line 1 names no key. A log that was rewritten from some line on is whole too, with another head: that only a witness shows, which was posted before."];
  const told = unchecked ? [`This browser cannot check Ed25519: ${plural(unchecked, "signature")} of this log ${unchecked === 1 ? "was" : "were"} not checked.`] : [];
  if (newest) {
    const when = new Date(newest.signed_ms);
    const day = Number.isNaN(when.getTime()) ? "no day" : when.toLocaleDateString("en-GB", DAY);
    told.push(`Signed by ${newest.key.slice(0, 32)}, as it stood at line ${newest.seq} on ${day}${unchecked ? "" : ` (${plural(count, "signature")} checked)`}.`);
    told.push("Whose key that is, this file cannot say: whoever rewrites a log can sign it with a key of their own. Compare the key with the one in an invitation or a kit of its host, or a witness that was posted before.");
  }
  if (isHeld) told.push("The session was held behind the last signed head.");
  return told;
}

// Blanks are those of the program that writes exports: a mark of the byte order is none.
const BLANKS = /(?:(?!\ufeff)[\s\x1c-\x1f\x85])+/;
const printed = (title) => [...title.split(BLANKS).filter(Boolean).join(" ")].slice(0, 200).join("").replace(/[\p{C}\p{Zl}\p{Zp}]/gu, "\ufffd");
const isNamedAs = (head, first) => head.game === first.game && ["", head.title].includes(printed(first.title || ""));

function opens(row, seals) {
  const body = parsed(row.body) || {};
  let sound = true;
  for (const sealed of Object.values(body)) {
    if (sealed?.sealed) seals.closed += [sealed.sealed].flat().length;
  }
  for (const [field, items] of Object.entries(row.opened)) {
    const hashes = [body[field]?.sealed ?? []].flat();
    if (items.length > hashes.length) sound = false;
    for (const [at, item] of items.entries()) {
      if (item === null) continue;
      if (!named(item, "salt value") || sha256(`${item.salt}\n${item.value}`) !== hashes[at]) sound = false;
      seals.opened += 1;
      seals.closed -= 1;
    }
  }
  return sound;
}

// The hash of a data file, as its text stands in the header.

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
const place = (line) => (line ? `Line ${line}` : "The header");

function list(box, sentences) {
  box.replaceChildren(...sentences.map((words) => Object.assign(document.createElement("li"), { textContent: words })));
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
  const told = faults.slice(0, 6).map(([line, what]) => (what === "count" ? `Lines are missing or too many behind line ${line}.` : `${place(line)} ${WORDS[what]}.`));
  if (faults.length > 6) told.push(`And ${faults.length - 6} more.`);
  verdict.textContent = faults.length ? `Changed. ${told.join(" ")}` : `The log is whole: each of its ${plural(head, "line")} follows from the one before. Its head is line ${head}, ${digests[head - 1].slice(0, 32)}.`;
  list($("checked"), [
    `Checked: the digest of ${head === 1 ? "the line" : `all ${plural(head, "line")}`}, ${plural(seals.opened, "sealed value")} that the log opens${pins ? `, ${plural(pins, "data file")} that line 1 pins` : ""}.`,
    seals.closed ? `${plural(seals.closed, "sealed value")} stay${seals.closed === 1 ? "s" : ""} closed in this file: its maker did not know ${seals.closed === 1 ? "it" : "them"}, or the text was erased.` : "No sealed value stays closed.",
    ...signedWords(signed),
  ]);
  const link = $("to-proof");
  link.textContent = faults.length ? "This log was changed" : "Check this log";
  link.classList.toggle("bad", faults.length > 0);
}

// A witness: a line's number and 32 or 64 digits of its digest

function compare(event) {
  event.preventDefault();
  if (!log) return;
  const found = [...$("posted").value.matchAll(/(?<![0-9])([1-9][0-9]{0,8}):([0-9a-f]+)/gi)].filter(([, , hex]) => [32, 64].includes(hex.length));
  const first = log.faults.length ? log.faults[0][0] : Infinity;
  list(
    $("compared"),
    found.map(([, line, given]) => {
      const digest = log.digests[line - 1];
      if (digest === undefined) return `Line ${line} is not in this log, which ends with line ${log.digests.length}.`;
      if (!digest.startsWith(given.toLowerCase())) return `Line ${line} has another digest here: this log was changed at or before it, or the witness is of another log.`;
      if (first <= line) return `Line ${line} has this digest, but ${place(first).toLowerCase()} was changed.`;
      return `Line ${line} has this digest: up to it, this log is the one that the witness was posted of.`;
    }),
  );
  if (!found.length) list($("compared"), ["There is no witness in it: a line's number, a colon, and 32 or 64 hex digits."]);
}

function save() {
  const address = URL.createObjectURL(new Blob([$("log").textContent], { type: "application/jsonl" }));
  const link = Object.assign(document.createElement("a"), { href: address, download: $("save").dataset.name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

// What is contested: once it is chosen, its lines stand beside each other above the board.

function choose(item, at = "") {
  const row = item.querySelector(".compare");
  const links = [...row.querySelectorAll("a")].map((link) => link.cloneNode(true));
  const label = Object.assign(document.createElement("strong"), { textContent: row.dataset.name });
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
$("save").hidden = $("witness").hidden = false;
$("save").addEventListener("click", save);
$("witness").addEventListener("submit", compare);
globalThis.offline("outline.json").catch(() => {
  const told = Object.assign(document.createElement("p"), { className: "banner bad", textContent: "The steps of this file cannot be unpacked: it was changed, or this browser is too old. One board, the log and its check are still here." });
  document.querySelector(".scene").before(told);
});
check();
