import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, expect, vi } from 'vitest';

// As long as the tests wait for themselves: the machine may have other work.
configure({ asyncUtilTimeout: 10_000 });

class NoResizeObserver implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

// jsdom has no layout: these parts of the platform are absent from it.
globalThis.ResizeObserver ??= NoResizeObserver;
window.matchMedia ??= (query: string) =>
  ({
    matches: false,
    media: query,
    onchange: null,
    addEventListener() {},
    removeEventListener() {},
    addListener() {},
    removeListener() {},
    dispatchEvent: () => false,
  }) as MediaQueryList;
Element.prototype.scrollIntoView ??= () => {};
window.scrollTo = () => {};
if (!document.fonts) Object.assign(document, { fonts: new EventTarget() });

// What is asked of the style of an element is whether it is shown, for each element above each candidate of a role. jsdom holds every
// rule of every sheet against each of them, which took most of the tests' time; no sheet of ours is loaded here, so an element is
// shown as its tag is, unless its own style says otherwise.
const computed = window.getComputedStyle.bind(window);
const displays = new Map<string, string>();
const displayOf = ({ localName }: Element): string => {
  let display = displays.get(localName);
  if (display === undefined) {
    display = computed(document.createElement(localName)).display;
    displays.set(localName, display);
  }
  return display;
};
window.getComputedStyle = (element, pseudo) => {
  const own = (element as HTMLElement).style;
  if (pseudo || !own) return computed(element, pseudo);
  return new Proxy(own, {
    get(target, name) {
      if (name === 'display') return target.display || displayOf(element);
      if (name === 'getPropertyValue') {
        return (asked: string) =>
          asked === 'display' ? target.display || displayOf(element) : target.getPropertyValue(asked);
      }
      const value = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
};

// Two children of one key: the second one stays when it should go. React says it in the console, where nobody looks.
let twins: string[] = [];
// biome-ignore lint/suspicious/noConsole: it is what is listened to
const tell = console.error;
console.error = (...said: unknown[]) => {
  if (String(said[0]).includes('two children with the same key')) twins.push(said.map(String).join(' '));
  tell(...said);
};
afterEach(() => {
  cleanup();
  const found = twins;
  twins = [];
  expect(found, 'children with the same key').toEqual([]);
});

// The next file may find the same page, and the same modules: what is being loaded has come before this one ends.
afterAll(async () => {
  await vi.dynamicImportSettled();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, '', '/');
  document.title = '';
  document.head.replaceChildren();
  document.body.replaceChildren();
});
