// Adds the local time of the user after each deadline.
const local = new Intl.DateTimeFormat(undefined, { weekday: "short", hour: "2-digit", minute: "2-digit", timeZoneName: "short" });

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
