import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

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

afterEach(cleanup);
