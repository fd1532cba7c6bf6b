// Pages other than the viewer that show boards: their maps can be zoomed.

import { zoomable } from "./zoom.js";

document.querySelectorAll("figure.board").forEach(zoomable);
