// Measures every text of drawings in this page: what leaves its board or its box, what is covered, what overlaps.
//
// Each drawing is laid out at its own scale. What is drawn by reference is copied in its place, so that it is measured
// too. A text is as large as its ink. Its box is the smallest rectangle or disc that was drawn before it around the
// sign that it is anchored at, in the nearest group that has one. It is covered by what is painted over it later: a
// rectangle, or the square within a disc. It is faint where it has less than 4.5:1 against its seam, or where it has
// none against what is painted under that sign.
([drawings, grounds]) => {
  const SVG = "http://www.w3.org/2000/svg", SLACK = 1;
  const brush = document.createElement("canvas").getContext("2d");
  const host = document.body.appendChild(document.createElement("div"));
  host.style.cssText = "position: absolute; left: 0; top: 0";
  const inks = new Map();

  const ink = (words, font) => {
    const key = font + words;
    if (!inks.has(key)) {
      brush.font = font;
      const size = brush.measureText(words);
      inks.set(key, [size.actualBoundingBoxLeft, size.actualBoundingBoxRight, size.width,
                     size.actualBoundingBoxAscent, size.actualBoundingBoxDescent]);
    }
    return inks.get(key);
  };

  const unfold = (svg) => {
    for (let uses; (uses = [...svg.querySelectorAll("use")].filter((use) => !use.closest("defs"))).length;) {
      for (const use of uses) {
        const drawn = svg.querySelector(`[id="${use.getAttribute("href").slice(1)}"]`);
        const group = document.createElementNS(SVG, "g");
        for (const { name, value } of use.attributes) if (name !== "href") group.setAttribute(name, value);
        if (drawn.matches("text, rect, circle, ellipse, use, g") || grounds) group.append(drawn.cloneNode(true));
        use.replaceWith(group);
      }
    }
  };

  const light = (colour) => {
    const [red, green, blue] = colour.match(/[\d.]+/g).map((part) => part / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const contrast = (one, other) => {
    const [dark, bright] = [light(one), light(other)].sort((low, high) => low - high);
    return (bright + 0.05) / (dark + 0.05);
  };
  const paintOf = (fill, svg) => {
    const pattern = /url\("#(.*)"\)/.exec(fill);
    return pattern ? getComputedStyle(svg.querySelector(`[id="${pattern[1]}"] > rect`)).fill : fill;
  };
  const isUnder = (node, anchor) => {
    const box = node.getBoundingClientRect();
    if (!holds([box.left, box.top, box.right, box.bottom], anchor.x, anchor.y)) return false;
    return node.isPointInFill(anchor.matrixTransform(node.getScreenCTM().inverse()));
  };
  const faintness = (text, painted, svg) => {
    const style = getComputedStyle(text.leaf);
    if (style.stroke !== "none") return contrast(style.fill, style.stroke);
    const under = painted.find((node) => node.compareDocumentPosition(text.node) & Node.DOCUMENT_POSITION_FOLLOWING
                                         && isUnder(node, text.anchor));
    return under ? contrast(style.fill, paintOf(getComputedStyle(under).fill, svg)) : 1;
  };

  const around = (box, matrix) => {
    const points = [[box[0], box[1]], [box[2], box[1]], [box[0], box[3]], [box[2], box[3]]]
      .map(([x, y]) => new DOMPoint(x, y).matrixTransform(matrix));
    const xs = points.map((point) => point.x), ys = points.map((point) => point.y);
    return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
  };

  const texts = function* (svg, order) {
    for (const text of order.keys()) {
      if (!text.matches("text")) continue;
      const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
      let at = 0;
      for (let node; (node = walker.nextNode());) {
        const words = node.data, first = at;
        at += words.length;
        if (!words.trim()) continue;
        const style = getComputedStyle(node.parentElement);
        const [before, after, wide, up, down] = ink(words, `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`);
        const start = text.getStartPositionOfChar(first), end = text.getEndPositionOfChar(at - 1);
        const x = start.x - before, to = start.x + (after * (end.x - start.x)) / wide;
        const size = parseFloat(style.fontSize) / 2, matrix = text.getScreenCTM();
        const held = { start: Math.min(x + size, (x + to) / 2), middle: (x + to) / 2, end: Math.max(to - size, (x + to) / 2) };
        const anchor = new DOMPoint(held[style.textAnchor], start.y - up / 2).matrixTransform(matrix);
        const box = around([x, start.y - up, to, start.y + down], matrix);
        yield { words, node: text, leaf: node.parentElement, order: order.get(text), box, anchor };
      }
      if (at !== text.getNumberOfChars()) throw new Error(`not every sign is laid out: ${text.textContent}`);
    }
  };

  const shapes = (order) => [...order.keys()].filter((node) => !node.matches("text")).map((node) => {
    const size = node.getBBox(), style = getComputedStyle(node);
    const opaque = style.fill !== "none" && Number(style.fillOpacity) === 1 && Number(style.opacity) === 1;
    const box = around([size.x, size.y, size.x + size.width, size.y + size.height], node.getScreenCTM());
    const round = node.matches("rect") ? 0 : 0.15 * (box[2] - box[0]);
    const core = [box[0] + round, box[1] + round, box[2] - round, box[3] - round];
    return { node, opaque, order: order.get(node), box, core };
  });

  const area = (box) => (box[2] - box[0]) * (box[3] - box[1]);
  const holds = (box, x, y) => box[0] <= x && x <= box[2] && box[1] <= y && y <= box[3];
  const leaves = (box, frame) => box[0] < frame[0] - SLACK || box[1] < frame[1] - SLACK
                                 || box[2] > frame[2] + SLACK || box[3] > frame[3] + SLACK;
  const meet = (one, other) => Math.min(one[2], other[2]) - Math.max(one[0], other[0]) > SLACK
                               && Math.min(one[3], other[3]) - Math.max(one[1], other[1]) > SLACK;

  const frameOf = (text, found, svg) => {
    const { x, y } = text.anchor;
    const there = found.filter((shape) => shape.order < text.order && holds(shape.box, x, y));
    for (let group = text.node.parentNode; group && there.length; group = group.parentNode) {
      const own = there.filter((shape) => group.contains(shape.node));
      if (own.length) return own.reduce((best, one) => (area(one.box) < area(best.box) ? one : best)).box;
      if (group === svg) break;
    }
    return null;
  };

  const measured = drawings.map((markup) => {
    host.innerHTML = markup;
    const svg = host.firstElementChild, size = svg.viewBox.baseVal;
    svg.style.cssText = `width: ${size.width}px; height: ${size.height}px; max-height: none`;
    unfold(svg);
    const frame = svg.getBoundingClientRect();
    const board = [frame.left, frame.top, frame.right, frame.bottom];
    const laid = [...svg.querySelectorAll("text, rect, circle, ellipse")].filter((node) => !node.closest("defs"));
    const order = new Map(laid.map((node, at) => [node, at]));
    const found = shapes(order), all = [...texts(svg, order)], cut = [], overlapping = [];
    for (const text of all) {
      const own = frameOf(text, found, svg);
      if (leaves(text.box, board)) cut.push(`"${text.words}" leaves the board`);
      else if (own && leaves(text.box, own)) cut.push(`"${text.words}" leaves its box`);
      if (found.some((shape) => shape.opaque && text.order < shape.order && meet(text.box, shape.core)))
        cut.push(`"${text.words}" is covered`);
    }
    all.forEach((one, at) => all.slice(at + 1).forEach((other) => {
      if (meet(one.box, other.box)) overlapping.push(`"${one.words}" and "${other.words}"`);
    }));
    const painted = !grounds ? [] : [...svg.querySelectorAll("rect, circle, ellipse, path")].reverse().filter((node) => {
      const style = getComputedStyle(node);
      return !node.closest("defs") && style.fill !== "none" && Number(style.opacity) * Number(style.fillOpacity) === 1;
    });
    const faint = !grounds ? [] : all.map((text) => [text.words, faintness(text, painted, svg)])
      .filter(([, ratio]) => ratio < 4.5).map(([words, ratio]) => `"${words}" has ${ratio.toFixed(1)}:1`);
    const boxes = all.map((text) => text.box.map((side) => Math.round(side * 10) / 10));
    return { texts: all.length, cut, overlapping, faint, boxes };
  });
  host.remove();
  return measured;
}
