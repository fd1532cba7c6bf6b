// A map that can be zoomed and dragged: the `svg[data-zoom]` of a figure. The value of `data-zoom` is the size of its
// smallest letters, in units of the drawing. Only the attribute `viewBox` changes, so a step of the board keeps the zoom.

import { make } from "./dom.js";

const calm = matchMedia("(prefers-reduced-motion: reduce)");
const paper = matchMedia("print");
const READABLE = 9; // CSS pixels: the size of the smallest letters after a tap on "+", if they were smaller before
const FAINT = 7; // CSS pixels: if the smallest letters of the whole map are smaller, the map opens zoomed
const MOST = 6; // the narrowest view shows this part of the width
const STEP = 1.5;
const NUDGE = 0.2; // the part of the view by which an arrow key moves it
const SLIP = 6; // CSS pixels: a shorter drag is a tap
const GLIDE_MS = 180;
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

const middle = (points) => [0, 1].map((i) => points.reduce((sum, point) => sum + point[i], 0) / points.length);
const within = (at, size, all) => (size >= all ? (all - size) / 2 : Math.min(Math.max(0, at), all - size));

export function zoomable(figure) {
  const svg = figure.querySelector("svg[data-zoom]");
  if (!svg) return;
  const { width, height } = svg.viewBox.baseVal;
  const letters = Number(svg.dataset.zoom);
  const pointers = new Map();
  let view = null; // what the map shows, as { x, y, w } in units of the drawing; null: all of it
  let grip = null; // the view and the pointers when a drag or a pinch began
  let dragged = false;
  let marked = "";
  let gliding = 0;
  let isOpen = false;
  let onScreen = null; // the view before the page is printed

  const button = (name, words, sign) =>
    make("button", { type: "button", "aria-label": words, title: words, "data-zoom-to": name }, sign);
  const closer = button("closer", "Zoom in", "+");
  const further = button("further", "Zoom out", "\u2212");
  const all = button("all", "Show the whole map", "");
  const buttons = make("div", { class: "zoom", role: "group", "aria-label": "Zoom of the map" }, closer, further, all);

  // The frame is the box of the map on the page. Its shape may change when the map is zoomed.

  const frame = () => svg.getBoundingClientRect();
  const shape = (box) => box.height / box.width;
  const fullest = (box) => Math.max(width, height / shape(box));
  const scale = (box) => Math.min(box.width / width, box.height / height);
  const readable = (box) => Math.floor(box.width / Math.max(box.height / height, READABLE / letters));

  function setNear(near) {
    svg.toggleAttribute("data-near", near);
    further.hidden = all.hidden = !near;
    if (!near && buttons.contains(document.activeElement)) closer.focus();
  }

  function show(next) {
    setNear(Boolean(next));
    const h = next && next.w * shape(frame());
    view = next && { x: within(next.x, next.w, width), y: within(next.y, h, height), w: next.w };
    if (view) svg.setAttribute("data-near", h < height - 1 ? "both" : "across");
    const box = view ? [view.x, view.y, view.w, h] : [0, 0, width, height];
    svg.setAttribute("viewBox", box.map((number) => Math.round(number * 100) / 100).join(" "));
    closer.setAttribute("aria-disabled", String(Boolean(view) && view.w <= width / MOST));
    place();
  }

  function glide(next) {
    cancelAnimationFrame(gliding);
    if (calm.matches) return show(next);
    const [from, begun] = [view, performance.now()];
    const run = (now) => {
      const part = 1 - (1 - Math.min(1, Math.max(0, (now - begun) / GLIDE_MS))) ** 3;
      show({
        x: from.x + (next.x - from.x) * part,
        y: from.y + (next.y - from.y) * part,
        w: from.w + (next.w - from.w) * part,
      });
      if (part < 1) gliding = requestAnimationFrame(run);
    };
    gliding = requestAnimationFrame(run);
  }

  // A view of another width. The point at the parts `left` and `top` of the frame keeps its place.

  function scaled(old, wide, [left, top] = [0.5, 0.5]) {
    const box = frame();
    const w = Math.min(Math.max(wide, width / MOST), fullest(box));
    return { x: old.x + left * (old.w - w), y: old.y + top * (old.w - w) * shape(box), w };
  }

  const centred = ([x, y], w) => ({ x: x - w / 2, y: y - (w / 2) * shape(frame()), w });

  function enter() {
    cancelAnimationFrame(gliding);
    if (view) return;
    setNear(true);
    show(centred([width / 2, height / 2], fullest(frame())));
  }

  function toWhole() {
    cancelAnimationFrame(gliding);
    show(null);
  }

  const settle = () => view && view.w > fullest(frame()) * 0.98 && toWhole();

  function zoomIn() {
    const isFirst = !view;
    enter();
    const next = scaled(view, Math.min(view.w / STEP, readable(frame())));
    glide(isFirst && marks().length ? about(next.w) : next);
  }

  function zoomOut() {
    const [most, box] = [view.w * STEP, frame()];
    if (view.w > readable(box) - 1 || most > fullest(box) * 0.98) toWhole();
    else glide(scaled(view, Math.min(most, readable(box))));
  }

  // The marks of a step: its rings and arrows. A zoomed map moves to them if they are out of view. A ring may be around
  // something large, so the thing inside it counts. If all marks together do not fit into the view, one of them will do.

  const marks = () => [...svg.querySelectorAll("[data-ring], [data-arrow]")];

  function boxed(mark) {
    const { ring } = mark.dataset;
    const thing = ring && svg.querySelector(`[data-key][data-place="${CSS.escape(ring)}"]`);
    const [one, box, { a }] = [(thing || mark).getBoundingClientRect(), frame(), svg.getScreenCTM()];
    const [left, top] = [view.x + (one.left - box.left) / a, view.y + (one.top - box.top) / a];
    return [left, top, left + one.width / a, top + one.height / a];
  }

  function targets(w) {
    const boxes = marks().map(boxed);
    const side = (i, pick) => pick(...boxes.map((one) => one[i]));
    const every = [side(0, Math.min), side(1, Math.min), side(2, Math.max), side(3, Math.max)];
    const fits = ([left, top, right, bottom]) => right - left <= w && bottom - top <= w * shape(frame());
    return boxes.length && fits(every) ? [every] : boxes.filter(fits);
  }

  function about(w) {
    const [left, top, right, bottom] = targets(w).at(-1) || [0, 0, width, height];
    return centred([(left + right) / 2, (top + bottom) / 2], w);
  }

  function isInView([left, top, right, bottom]) {
    const h = view.w * shape(frame());
    return left >= view.x && top >= view.y && right <= view.x + view.w && bottom <= view.y + h;
  }

  function toMarks() {
    const now = marks()
      .map((mark) => mark.dataset.ring || mark.dataset.arrow)
      .join(" ");
    if (now === marked) return;
    marked = now;
    const found = view && now ? targets(view.w) : [];
    if (found.length && !found.some(isInView)) glide(about(view.w));
  }

  // Pointers: one drags a zoomed map, two pinch.

  function hold() {
    grip = { view, points: [...pointers.values()] };
  }

  function onDown(event) {
    if (event.button || !svg.contains(event.target) || pointers.size === 2) return;
    if (!pointers.size) dragged = false;
    pointers.set(event.pointerId, [event.clientX, event.clientY]);
    if (pointers.size === 2) enter();
    hold();
  }

  // If the page can scroll, only the movement to the side counts.

  function isDrag(x, y) {
    return dragged || Math.hypot(x, svg.dataset.near === "both" ? y : 0) > SLIP;
  }

  function onMove(event) {
    if (!pointers.has(event.pointerId)) return;
    pointers.set(event.pointerId, [event.clientX, event.clientY]);
    const points = [...pointers.values()];
    const [was, now] = [middle(grip.points), middle(points)];
    if (!grip.view || (points.length === 1 && !isDrag(now[0] - was[0], now[1] - was[1]))) return;
    if (!dragged) svg.setPointerCapture(event.pointerId);
    dragged = true;
    cancelAnimationFrame(gliding);
    const box = frame();
    const apart = ([one, other]) => Math.hypot(one[0] - other[0], one[1] - other[1]) || 1;
    const wide = points.length === 2 ? (grip.view.w * apart(grip.points)) / apart(points) : grip.view.w;
    const next = scaled(grip.view, wide, [(was[0] - box.left) / box.width, (was[1] - box.top) / box.height]);
    show({
      x: next.x - ((now[0] - was[0]) * next.w) / box.width,
      y: next.y - ((now[1] - was[1]) * next.w) / box.width,
      w: next.w,
    });
  }

  function onUp(event) {
    if (!pointers.delete(event.pointerId)) return;
    if (pointers.size) hold();
    else settle();
  }

  function onWheel(event) {
    const focused = document.activeElement === svg;
    if (!svg.contains(event.target) || !(event.ctrlKey || focused) || (!view && event.deltaY > 0)) return;
    event.preventDefault();
    enter();
    const box = frame();
    const factor = Math.exp(event.deltaY * (event.deltaMode ? 0.05 : event.ctrlKey ? 0.01 : 0.002));
    show(
      scaled(view, view.w * factor, [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height]),
    );
    settle();
  }

  function onKey(event) {
    if (event.target !== svg || event.ctrlKey || event.altKey || event.metaKey) return;
    const way = ARROWS[event.key];
    if (event.key === "+" || event.key === "=") zoomIn();
    else if (!view) return;
    else if (event.key === "-") zoomOut();
    else if (event.key === "0") toWhole();
    else if (way)
      glide({ x: view.x + way[0] * NUDGE * view.w, y: view.y + way[1] * NUDGE * view.w * shape(frame()), w: view.w });
    else return;
    event.preventDefault();
  }

  function onClick(event) {
    if (!dragged) return;
    dragged = false;
    if (svg.contains(event.target)) event.stopPropagation();
  }

  // The buttons lie on the lower left corner of the map.

  function place() {
    if (!buttons.offsetParent) return;
    const [box, from] = [frame(), buttons.offsetParent.getBoundingClientRect()];
    buttons.style.left = `${box.left - from.left + buttons.offsetParent.scrollLeft}px`;
    buttons.style.top = `${box.bottom - from.top + buttons.offsetParent.scrollTop - buttons.offsetHeight}px`;
  }

  function onResize() {
    const box = frame();
    if (!box.width || !box.height) return;
    if (view) show({ ...view, w: Math.min(view.w, fullest(box)) });
    else if (!isOpen && !paper.matches && letters * scale(box) < FAINT) {
      enter();
      show(about(readable(frame())));
    } else place();
    isOpen = true;
  }

  // A page on paper shows the whole map.

  function onPaper() {
    if (paper.matches) {
      onScreen = view;
      toWhole();
    } else if (onScreen) {
      setNear(true);
      show(onScreen);
    }
  }

  svg.style.setProperty("--shape", `${width} / ${height}`);
  svg.setAttribute("tabindex", "0");
  figure.prepend(buttons);
  closer.addEventListener("click", () => closer.getAttribute("aria-disabled") === "true" || zoomIn());
  further.addEventListener("click", zoomOut);
  all.addEventListener("click", toWhole);
  figure.addEventListener("pointerdown", onDown);
  figure.addEventListener("pointermove", onMove);
  for (const kind of ["pointerup", "pointercancel"]) figure.addEventListener(kind, onUp);
  figure.addEventListener("wheel", onWheel, { passive: false });
  figure.addEventListener("keydown", onKey);
  figure.addEventListener("click", onClick, true);
  paper.addEventListener("change", onPaper);
  new ResizeObserver(onResize).observe(svg);
  new MutationObserver(toMarks).observe(svg, {
    subtree: true,
    childList: true,
    attributeFilter: ["data-ring", "data-arrow"],
  });
  setNear(false);
  toMarks();
}
