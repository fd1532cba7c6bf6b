// The title of the page. It starts with "Your turn" while it is the turn of the user.

const YOURS = "Your turn \u00b7 ";

export function markYourTurn(isYours) {
  document.title = (isYours ? YOURS : "") + document.title.replace(YOURS, "");
}

export function putTitle(words) {
  document.title = (document.title.startsWith(YOURS) ? YOURS : "") + words;
}
