// Keys on the page of an import draft: a number selects a meaning, a letter presses its button.
// A typed move selects "Something else".

const form = document.querySelector("form[data-keys]");

function pressed(event) {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.target.closest("textarea, select, summary, input:not([type=radio])")) return;
  if (event.key >= "1" && event.key <= "9") {
    const found = form.querySelectorAll('.offer input[type="radio"]')[Number(event.key) - 1];
    if (!found) return;
    found.closest("details")?.setAttribute("open", "");
    found.checked = true;
    found.focus();
    event.preventDefault();
    return;
  }
  const button = [...form.querySelectorAll("button[data-key]")].find((each) => each.dataset.key === event.key);
  if (!button || button.disabled || (event.key === "Enter" && event.target.closest("a, button"))) return;
  event.preventDefault();
  form.requestSubmit(button);
}

function typed(event) {
  if (event.target.name.startsWith("other-"))
    event.target.closest(".keeping").querySelector("input[type=radio]").checked = true;
}

if (form) {
  document.addEventListener("keydown", pressed);
  form.addEventListener("input", typed);
}
