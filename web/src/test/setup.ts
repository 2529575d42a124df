import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, expect } from 'vitest';

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
