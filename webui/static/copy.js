// Buttons that copy a text of the page. Without this module or permission to copy, the user can select the text.

const live = document.getElementById("live");

async function copy(button) {
  const field = document.getElementById(button.dataset.copy);
  field.focus();
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    live.textContent = "Copied.";
    button.dataset.done = "";
    setTimeout(() => delete button.dataset.done, 2000);
  } catch {
    live.textContent = "Selected. Copy it with your keyboard.";
  }
}

for (const button of document.querySelectorAll("[data-copy]")) {
  button.hidden = false;
  button.addEventListener("click", () => copy(button));
}
