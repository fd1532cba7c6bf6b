// The page of moves: its board shows the things that moves can name.

import { showThings } from "./tip.js";

showThings();
