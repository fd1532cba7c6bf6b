// Keeps an unsent post in this browser, for each session and author, until it is submitted or deleted. A double tap
// submits it once, because the answer to a second request does not show the rest of the post.

import { renewed, timeAt } from "./dom.js";

const field = document.querySelector("[data-kept]");
const PAUSE = 2_000;
let submitted = -PAUSE;
const name = `post ${field.dataset.kept}`;

function keep(text, isSent = false) {
  try {
    if (text.trim()) localStorage.setItem(name, JSON.stringify({ text, isSent, at: Date.now() }));
    else localStorage.removeItem(name);
  } catch {
    // storage is blocked or full; the post lasts until the page is left
  }
}

function kept() {
  try {
    return JSON.parse(localStorage.getItem(name));
  } catch {
    return null;
  }
}

function restore({ text, at }) {
  const notice = document.createElement("p");
  const button = document.createElement("button");
  Object.assign(notice, { className: "banner note row", role: "status" });
  Object.assign(button, { type: "button", textContent: "Delete this draft" });
  button.addEventListener("click", () => {
    field.value = "";
    keep("");
    notice.remove();
    field.focus();
  });
  notice.append("Your unsent post is back. It was kept in this browser only, ", timeAt(at), ".", button);
  field.closest(".field").before(notice);
  renewed(notice);
  field.value = text;
}

const draft = kept();
if (field.dataset.sent && (draft?.isSent || field.value))
  keep(field.value); // the rest of the submitted post, or nothing
else if (typeof draft?.text === "string" && draft.text && !field.value) restore(draft);
field.addEventListener("input", () => keep(field.value));
field.form.addEventListener("submit", (event) => {
  if (event.timeStamp - submitted < PAUSE) event.preventDefault();
  else {
    submitted = event.timeStamp;
    if (event.submitter?.value !== "read") keep(field.value, true); // a later draft is not deleted with this post
  }
});
