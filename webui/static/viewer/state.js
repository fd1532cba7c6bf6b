// What the modules of the viewer share: the state of the page, and addresses.

export const scene = document.querySelector(".scene");
export const base = scene.dataset.base;
export const query = scene.dataset.query;
export const session = scene.dataset.name;

// `seq` is the shown entry, `playing` the timer of autoplay (0 if it is off). `fast` is true while a step repeats.

export const state = { seq: Number(scene.dataset.seq), playing: 0, fast: false };

// On an offline page (offline.js), the file contains all data, and an entry is a fragment of the URL.

export const offline = globalThis.offline;
export const address = (line, rest = "") => (offline ? `#${line}` : `${base}/${line}${rest}${query}`);
export const findingAddress = (id) => (offline ? `#about-${id}` : `${base}/audit/${id}${query}`);
export const shownAddress = () => (offline ? location.hash : location.pathname + location.search);

export function lineOf(url) {
  const found = offline
    ? url.hash.slice(1)
    : url.pathname.startsWith(`${base}/`) && url.search === query
      ? url.pathname.slice(base.length + 1)
      : "";
  return /^\d+$/.test(found) ? Number(found) : 0;
}
