/** What browsers have and jsdom has not: nothing is ever laid out. */
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
