// Keeps an unsent post in this browser, for each session and author, until it is submitted or deleted. A double tap
// submits it once, because the answer to a second request does not show the rest of the post.

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
  const when = new Intl.DateTimeFormat("en-GB", {
    weekday: "short",
    day: "numeric",
    month: "short",
    hour: "2-digit",
    minute: "2-digit",
  }).format(at);
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
  notice.append(`Your unsent post from ${when} is back. It was kept in this browser only.`, button);
  field.closest(".field").before(notice);
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
