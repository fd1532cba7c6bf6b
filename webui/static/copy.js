// Buttons that copy a text of the page, or the shown position without the seat of the user: its address, its picture, or
// its text in a format. Without this module or permission to copy, the user can select the text or open the file.

import { $ } from "./dom.js";

const live = $("live");

async function copy(button, put, otherwise) {
  try {
    await put();
    live.textContent = "Copied.";
    button.dataset.done = "";
    setTimeout(() => delete button.dataset.done, 2000);
  } catch {
    otherwise();
  }
}

function copyField(button) {
  const field = $(button.dataset.copy);
  field.focus();
  field.select();
  copy(
    button,
    () => navigator.clipboard.writeText(field.value),
    () => (live.textContent = "Selected. Copy it with your keyboard."),
  );
}

const position = () => {
  const { base, seq } = document.querySelector(".scene").dataset;
  return `${base}/${seq}`;
};

function copyLink(button) {
  const address = (button.dataset.link || location.origin).replace(/\/$/, "") + position();
  copy(
    button,
    () => navigator.clipboard.writeText(address),
    () => prompt("Copy this link:", address),
  );
}

// The file is requested by the clipboard, because a browser may forbid to copy after a wait.

async function load(address, type) {
  const answer = await fetch(address, { credentials: "same-origin" });
  if (!answer.ok) throw new Error(String(answer.status));
  return new Blob([await answer.blob()], { type });
}

function copyFile(button) {
  const address = position() + button.dataset.file;
  const type = button.dataset.file === ".png" ? "image/png" : "text/plain";
  const put = () => navigator.clipboard.write([new ClipboardItem({ [type]: load(address, type) })]);
  copy(button, put, () => location.assign(address));
}

for (const [selector, act] of [
  ["[data-copy]", copyField],
  ["[data-link]", copyLink],
  ["[data-file]", copyFile],
]) {
  for (const button of document.querySelectorAll(selector)) {
    button.hidden = false;
    button.addEventListener("click", () => act(button));
  }
}
