// Writes each time of the page in the zone of the user, relative if it is recent. Its title is the exact time in UTC.
// Scripts announce new parts of the page with the event `renewed`. Loaded on each page, so it also cleans up after a log-out.

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const RECENT_MS = 24 * HOUR_MS;
const PARTS = { day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit" };
const local = new Intl.DateTimeFormat("en-GB", PARTS);
const exact = new Intl.DateTimeFormat("en-GB", { ...PARTS, weekday: "short", timeZoneName: "short" });
const utc = new Intl.DateTimeFormat("en-GB", { ...PARTS, second: "2-digit", timeZone: "UTC", timeZoneName: "short" });
const distance = new Intl.RelativeTimeFormat("en");

function relative(at) {
  const far = at - Date.now();
  const minutes = Math.round(far / MINUTE_MS);
  if (Math.abs(far) >= RECENT_MS) return "";
  if (!minutes) return "just now";
  return Math.abs(minutes) < 60
    ? distance.format(minutes, "minute")
    : distance.format(Math.round(far / HOUR_MS), "hour");
}

// A deadline and a time in a status message keep their exact time. Screen readers do not hear how its distance changes.

function writeExact(time, at) {
  const near = relative(at);
  if (!time.firstElementChild) {
    const beside = document.createElement("span");
    beside.setAttribute("aria-hidden", "true");
    time.replaceChildren(exact.format(at), beside);
  }
  time.firstElementChild.textContent = near && ` (${near})`;
}

function localise(part) {
  for (const time of part.querySelectorAll("time[datetime*='T']")) {
    const at = new Date(time.dateTime);
    if (Number.isNaN(at.valueOf())) continue;
    time.title ||= utc.format(at);
    if (time.matches("[data-exact], [role='status'] *")) writeExact(time, at);
    else time.textContent = relative(at) || local.format(at);
  }
}

localise(document);
setInterval(localise, MINUTE_MS, document);
document.addEventListener("renewed", (event) => localise(event.target));

// Logging out removes unsent posts from the browser (kept_post.js).
document.querySelector(".me form")?.addEventListener("submit", (event) => {
  const start = `post ${event.target.elements.session.value} `;
  for (const name of Object.keys(localStorage)) if (name.startsWith(start)) localStorage.removeItem(name);
});
