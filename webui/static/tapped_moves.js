// The legal moves that name the selected things: a part of the page of moves, and what its forms do.

import { $, make } from "./dom.js";
import { stay } from "./tip.js";

let latest = null;

const say = (words) => ($("live").textContent = words);

// The ids of the part, different from the ids of the page.

function renamed(part) {
  for (const one of part.querySelectorAll("[id]")) one.id = `tip-${one.id}`;
  for (const name of ["form", "for", "aria-describedby"])
    for (const one of part.querySelectorAll(`[${name}]`)) one.setAttribute(name, `tip-${one.getAttribute(name)}`);
  return part;
}

function refused(page) {
  const words = [page.querySelector("h1"), page.querySelector("main p")].map((one) => one?.textContent.trim());
  return make("p", { class: "banner bad", role: "alert" }, words.filter(Boolean).join(". "));
}

async function load(slot, to, sent = {}) {
  const mine = Symbol(to);
  latest = mine;
  slot.inert = true;
  if (!slot.hasChildNodes()) slot.append(make("p", { class: "help" }, "Looking for legal moves\u2026"));
  try {
    const answer = await fetch(to, { credentials: "same-origin", ...sent });
    if (answer.type === "opaqueredirect" || (sent.method && answer.redirected)) return recorded(answer);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (mine !== latest) return undefined;
    const post = page.querySelector("textarea[name=text]");
    if (post) return added(slot, post.value);
    const part = page.getElementById("picks");
    slot.replaceChildren(...(part ? renamed(part).childNodes : [refused(page)]));
    say(slot.querySelector("legend, .none, strong")?.textContent || "");
    return slot.querySelectorAll(".picks > *, .primary").length;
  } catch {
    slot.replaceChildren(make("p", { class: "banner bad", role: "alert" }, "The server did not answer. Try again."));
    return 1;
  } finally {
    if (mine === latest) slot.inert = false;
  }
}

// The viewer shows the board after the move at the same place. The page of moves shows the next choice.

const scene = document.querySelector(".scene");

function recorded(answer) {
  if (scene) stay();
  location.assign(scene ? scene.dataset.base + scene.dataset.query : answer.url);
}

function added(slot, line) {
  const field = $("own-post");
  const before = field.value.trimEnd();
  field.value = `${before}${before && "\n"}${line.trim()}\n`;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  field.closest("details").open = true;
  const open = make("a", { href: "#own-post" }, "Show your post");
  slot.replaceChildren(make("p", {}, "The line is in your post. ", open));
  say("The line is in your post");
  return 1;
}

function onSubmit(event) {
  const form = event.target;
  const fields = new FormData(form, event.submitter);
  const to = new URL(form.getAttribute("action"), location.href); // a field can have the name "action"
  if (form.getAttribute("method") === "get") {
    to.search = new URLSearchParams(fields);
    load(this, to);
  } else if (fields.has("add") && !$("own-post")) {
    return; // the browser opens the page of posts
  } else {
    const redirect = scene ? "manual" : "follow";
    load(this, to, { method: "post", body: new URLSearchParams(fields), redirect });
  }
  event.preventDefault();
}

function onClick(event) {
  const link = event.target.closest("a[href]");
  if (!link?.pathname.endsWith("/move") || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  load(this, link.href);
}

// Return the number of moves, or undefined if they are no longer wanted.

export function showMoves(slot, to) {
  slot.onsubmit = onSubmit;
  slot.onclick = onClick;
  return load(slot, to);
}
