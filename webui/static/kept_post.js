// Keeps an unsent post in this browser, for each session and author, until it is submitted or deleted. A double tap
// submits it once, because the answer to a second request does not show the rest of the post.

import { make, renewed, timeAt } from "./dom.js";
import { kept } from "./kept.js";

const field = document.querySelector("[data-kept]");
const PAUSE = 2_000;
let submitted = -PAUSE;
const name = `post ${field.dataset.kept}`;

function keep(text, isSent = false) {
  if (text.trim()) kept.put(name, { text, isSent, at: Date.now() });
  else kept.remove(name);
}

function restore({ text, at }) {
  const words = "Your unsent post is back. It was kept in this browser only, ";
  const button = make("button", { type: "button" }, "Delete this draft");
  const notice = make("p", { class: "banner note row", role: "status" }, words, timeAt(at), ".", button);
  button.addEventListener("click", () => {
    field.value = "";
    keep("");
    notice.remove();
    field.focus();
  });
  field.closest(".field").before(notice);
  renewed(notice);
  field.value = text;
}

const draft = kept.get(name, null);
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

// If the page has a text field below the board, the links "Write a post" open it.

document.addEventListener("click", (event) => {
  const box = document.getElementById("keep-own-post");
  if (!box || !event.target.closest('#turn a[href$="/post"], a[href="#own-post"]')) return;
  event.preventDefault();
  box.open = true;
  field.focus();
});
