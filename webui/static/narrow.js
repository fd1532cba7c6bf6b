// Filters the legal moves while the user types. Without this module the search button does the same.
// Arrow keys go through the moves. Enter takes the first or the focused one. Escape returns to the box, then clears it.

const WAIT_MS = 200;
let waiting = 0;
let asked = null;

const stops = (list) => [...list.querySelectorAll("a[href], input[type=radio]")];

async function renew(box) {
  const list = document.getElementById(box.dataset.narrow);
  const form = box.form;
  const button = form.querySelector(`[data-narrows="${box.dataset.narrow}"]`);
  const fields = button ? new FormData(form, button) : new FormData(form);
  const mine = Symbol(box.value);
  asked = mine;
  const address = new URL(form.action);
  const sent = { credentials: "same-origin" };
  if (form.method === "get") address.search = new URLSearchParams(fields);
  else Object.assign(sent, { method: "post", body: fields });
  try {
    const answer = await fetch(address, sent);
    if (!answer.ok && answer.status !== 422) return;
    const found = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById(list.id);
    if (found && asked === mine) list.replaceChildren(...found.childNodes);
  } catch {
    // the search button still works
  }
}

function step(event, list, box) {
  const found = stops(list);
  const at = found.indexOf(document.activeElement);
  const next = event.key === "ArrowDown" ? at + 1 : at - 1;
  if (!found.length) return;
  event.preventDefault();
  const to = next < 0 ? box : found[Math.min(next, found.length - 1)];
  to.focus();
  if (to.type === "radio") to.checked = true;
}

function pressed(event) {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const box = event.target.closest("[data-narrow]") || boxOf(event.target);
  if (!box) return;
  const list = document.getElementById(box.dataset.narrow);
  if (event.key === "ArrowDown" || event.key === "ArrowUp") step(event, list, box);
  else if (event.key === "Escape" && event.target !== box) box.focus();
  else if (event.key === "Escape") {
    event.preventDefault();
    box.value = "";
    renew(box);
  } else if (event.key === "Enter" && event.target === box && stops(list).length) {
    event.preventDefault();
    take(stops(list)[0], box);
  }
}

function take(stop, box) {
  if (stop.type !== "radio") return stop.click();
  stop.checked = true;
  const previews = box.form.querySelector("button[value=read]");
  if (previews) box.form.requestSubmit(previews);
  else stop.focus(); // an import has no preview: the choice is shown before it is saved
}

function boxOf(target) {
  const list = target.closest("[id^=moves-]");
  return list && document.querySelector(`[data-narrow="${list.id}"]`);
}

document.addEventListener("keydown", pressed);
document.addEventListener("input", (event) => {
  if (!event.target.matches("[data-narrow]")) return;
  clearTimeout(waiting);
  waiting = setTimeout(() => renew(event.target), WAIT_MS);
});
