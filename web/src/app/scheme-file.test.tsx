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
  const ways = ['/account/login', '/en/singup', '/account/password/reset/', '/en/account/password/reset/abc-1'];
  for (const path of ['/', '/advertiser', '/en/webmaster/', ...ways]) {
    run(path);
    expect(page.dataset.leaving, path).toBe('');
    vi.advanceTimersByTime(1000);
    expect(page.dataset.leaving, path).toBeUndefined();
  }
});

it('hides nothing else, and nothing from visitors', () => {
  for (const path of ['/about', '/confirm', '/account/confirm', '/account', '/advertiser/campaigns']) {
    run(path);
    expect(page.dataset.leaving, path).toBeUndefined();
  }
  localStorage.clear();
  for (const path of ['/', '/account/login']) {
    run(path);
    expect(page.dataset.leaving, path).toBeUndefined();
  }
});
