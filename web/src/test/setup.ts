import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { listenForTwins, takeTwins } from './page';

// As long as the tests wait for themselves: the machine may have other work.
configure({ asyncUtilTimeout: 10_000 });
listenForTwins();

// The library says so itself where it is loaded, which is in the first file alone.
beforeAll(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
});

afterEach(() => {
  cleanup();
  expect(takeTwins(), 'children with the same key').toEqual([]);
});

// The next file may find the same page.
afterAll(() => {
  localStorage.clear();
  sessionStorage.clear();
  for (const [name] of document.cookie.split('; ').map((one) => one.split('='))) {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in jsdom
    document.cookie = `${name}=; path=/; max-age=0`;
  }
  history.replaceState(null, '', '/');
  document.title = '';
  document.head.replaceChildren();
  document.body.replaceChildren();
});
