// Moves since your last visit.

import { $, make, renewed, timeAt } from "../dom.js";
import { kept } from "../kept.js";
import { play } from "./autoplay.js";
import { groupAt, log, row, said } from "./session.js";
import { address, query, scene, session, state } from "./state.js";
import { go } from "./stepping.js";
import { announcement, say } from "./wording.js";

const opened = Number(scene.dataset.seq);
const seenKey = `seen ${session} ${query}`;

export function looked() {
  const before = kept.get(seenKey, null);
  if (!before || before.line < state.seq) kept.put(seenKey, { line: state.seq, at: Date.now() });
}

export function sinceYouLooked() {
  const before = kept.get(seenKey, null);
  const { ends } = log.outline;
  const last = ends.move.at(-1);
  if (!before || !last || before.line >= last || state.seq < last) return;
  const since = ends.move.filter((end) => end > before.line);
  if (!since.length) return;
  const count = `${since.length} ${since.length === 1 ? "move" : "moves"} since your last visit`;
  const words = since
    .slice(-5)
    .map((end) => make("li", {}, make("a", { href: address(end) }, said(row(groupAt(end)).first))));
  const replay = make("button", { type: "button" }, "Replay moves");
  replay.addEventListener("click", () => go(before.line, { push: true, moves: false }).then(play));
  const away = make("button", { type: "button", "aria-label": "Close" }, "\u00d7");
  away.addEventListener("click", () => $("since").replaceChildren());
  $("since").replaceChildren(
    make(
      "details",
      {},
      make("summary", {}, make("strong", {}, `${count}, `, timeAt(before.at))),
      make("ol", {}, ...words),
    ),
    replay,
    away,
  );
  renewed($("since"));
  if (state.seq === opened) say(`${count}. ${announcement(row(groupAt(last)), last)}`);
}
