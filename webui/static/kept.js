// Values that this browser keeps by name, as JSON. If storage is blocked or full, they are not kept.

export const kept = {
  get(name, otherwise) {
    try {
      const found = localStorage.getItem(name);
      return found === null ? otherwise : JSON.parse(found);
    } catch {
      return otherwise;
    }
  },
  put(name, value) {
    try {
      localStorage.setItem(name, JSON.stringify(value));
    } catch {
      // blocked or full
    }
  },
  remove(name) {
    try {
      localStorage.removeItem(name);
    } catch {
      // blocked
    }
  },
};
