import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import script from '../../public/scheme.js?raw';

const page = document.documentElement;

function run(path: string): void {
  history.replaceState(null, '', path);
  new Function(script)();
}

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.setItem('placard.session', '{}');
});
afterEach(() => {
  vi.useRealTimers();
  localStorage.clear();
  delete page.dataset.leaving;
});

it('hides the ways into the cabinet from whoever is logged in, for a second at most', () => {
  for (const path of ['/', '/advertiser', '/en/webmaster/']) {
    run(path);
    expect(page.dataset.leaving, path).toBe('');
    vi.advanceTimersByTime(1000);
    expect(page.dataset.leaving, path).toBeUndefined();
  }
});

it('hides nothing else, and nothing from visitors', () => {
  run('/about');
  expect(page.dataset.leaving).toBeUndefined();
  localStorage.clear();
  run('/');
  expect(page.dataset.leaving).toBeUndefined();
});
