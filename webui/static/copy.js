// Buttons that copy a text of the page, or the address of the shown position without the seat of the user. Without this
// module or permission to copy, the user can select the text.

import { $ } from "./dom.js";

const live = $("live");

async function copy(button, text, otherwise) {
  try {
    await navigator.clipboard.writeText(text);
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
  copy(button, field.value, () => (live.textContent = "Selected. Copy it with your keyboard."));
}

function copyLink(button) {
  const { base, seq } = document.querySelector(".scene").dataset;
  const address = `${(button.dataset.link || location.origin).replace(/\/$/, "")}${base}/${seq}`;
  copy(button, address, () => prompt("Copy this link:", address));
}

for (const button of document.querySelectorAll("[data-copy], [data-link]")) {
  button.hidden = false;
  button.addEventListener("click", () => ("copy" in button.dataset ? copyField : copyLink)(button));
}
