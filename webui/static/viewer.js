// The viewer. Every step is a plain link that this module follows without a request. It fetches the outline of the log and
// the steps of the session once, in chunks, and replaces only the parts of the page that change. Its parts are in viewer/.

import { $ } from "./dom.js";
import { showThings } from "./tip.js";
import { buildPlayer, play, showPlayer } from "./viewer/autoplay.js";
import { showBoard } from "./viewer/board.js";
import { openCharts, pointCharts } from "./viewer/charts.js";
import { buildKeys, onKey } from "./viewer/keys.js";
import { onHistory, onLinkClick, standAlone } from "./viewer/links.js";
import { layLog, markRow } from "./viewer/log_list.js";
import {
  buildComparison,
  showBeneath,
  showChanges,
  showComparison,
  showHeading,
  showNotes,
} from "./viewer/sections.js";
import { begun, groupAt, loadAll, row, unfold } from "./viewer/session.js";
import { offline, scene, state } from "./viewer/state.js";
import { hold, onStep, release, showStepLinks } from "./viewer/stepping.js";
import { buildSlider, layMarks, showSlider } from "./viewer/timeline.js";
import { enlarge, showLegend, swipe } from "./viewer/touch.js";
import { looked, sinceYouLooked } from "./viewer/visits.js";

const idle = (act) => (window.requestIdleCallback ? requestIdleCallback(act, { timeout: 1000 }) : setTimeout(act));

async function loadZoom() {
  const zoom = document.querySelector("[data-zoom]") && (await import("./zoom.js"));
  zoom?.zoomable($("part-board"));
}

async function onCharts() {
  await begun;
  onStep(pointCharts);
  pointCharts();
  openCharts();
}

function noteVisit() {
  onStep(looked);
  sinceYouLooked();
  looked();
}

onStep(showBoard, showHeading, showChanges, showNotes, showBeneath, showComparison);
onStep(markRow, showStepLinks, showSlider, showPlayer);
buildPlayer();
buildSlider();
buildKeys();
buildComparison();
showThings();
$("enlarge").hidden = false;
$("enlarge").addEventListener("click", enlarge);
$("part-board").addEventListener("toggle", showLegend, true);
document.addEventListener("keydown", onKey);
document.addEventListener("click", onLinkClick);
document.addEventListener("pointerdown", hold);
for (const kind of ["pointerup", "pointercancel", "blur"]) addEventListener(kind, release);
for (const kind of ["touchstart", "touchend"]) $("part-board").addEventListener(kind, swipe, { passive: true });
document.querySelector(".charts")?.addEventListener("toggle", onCharts, { once: true });
addEventListener("popstate", onHistory);
begun
  .then(() => {
    const found = row(groupAt(state.seq));
    unfold(state.seq);
    layMarks();
    showSlider(found);
    showPlayer();
    markRow(found);
    scene.dataset.ready = "";
    if (offline) standAlone();
    else if (location.search.includes("replay=")) play();
    return Promise.all([loadZoom(), import("./copy.js")]);
  })
  .then(loadAll)
  .then(noteVisit)
  .then(() => idle(layLog))
  .catch(() => {});
