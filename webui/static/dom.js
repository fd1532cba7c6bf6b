// Short forms to find and make elements of a page.

export const $ = (id) => document.getElementById(id);

export const make = (tag, given = {}, ...kids) => {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(given)) {
    if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== undefined && value !== null) element.setAttribute(name, value);
  }
  element.append(...kids.filter((kid) => kid !== null && kid !== undefined && kid !== false));
  return element;
};

// The module times.js writes the times of new parts of the page.

export const timeAt = (ms) => {
  const iso = `${new Date(ms).toISOString().slice(0, 19)}Z`;
  return make("time", { datetime: iso }, iso);
};

export const renewed = (part) => part.dispatchEvent(new Event("renewed", { bubbles: true }));

export const shape = (tag, given) => {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(given)) element.setAttribute(name, value);
  return element;
};
