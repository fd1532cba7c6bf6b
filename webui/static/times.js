// Adds the local time of the user after each deadline. Loaded on each page, so it also cleans up after a log-out.
const local = new Intl.DateTimeFormat(undefined, {
  weekday: "short",
  hour: "2-digit",
  minute: "2-digit",
  timeZoneName: "short",
});

function localise(part) {
  for (const time of part.querySelectorAll("time[data-local]")) {
    const at = new Date(time.dateTime);
    if (!Number.isNaN(at.valueOf()) && at.getTimezoneOffset() !== 0) {
      time.after(` (${local.format(at)})`);
    }
  }
}

localise(document);
document.addEventListener("renewed", (event) => localise(event.target));

// A person who logs out leaves no unsent posts behind (kept_post.js).
document.querySelector(".me form")?.addEventListener("submit", (event) => {
  const start = `post ${event.target.elements.session.value} `;
  for (const name of Object.keys(localStorage)) if (name.startsWith(start)) localStorage.removeItem(name);
});
