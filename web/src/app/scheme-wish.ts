import { useSyncExternalStore } from 'react';

/** Light, dark, or as the system says. */
export type SchemeWish = 'light' | 'dark' | 'auto';

/** The key that /scheme.js and the cabinets' widgets read too. */
const KEY = 'placard.scheme';
const listeners = new Set<() => void>();

/** What the visitor chose. */
export function schemeWish(): SchemeWish {
  try {
    const wish = localStorage.getItem(KEY);
    return wish === 'light' || wish === 'dark' ? wish : 'auto';
  } catch {
    return 'auto';
  }
}

/** Puts the scheme in force on the page. */
export function applyScheme(): void {
  const wish = schemeWish();
  const dark = wish === 'dark' || (wish === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.mantineColorScheme = dark ? 'dark' : 'light';
}

/** Shows another scheme as soon as the system has one. */
export function followSystemScheme(): void {
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', applyScheme);
}

/** Keeps the choice and shows it. */
export function wishScheme(wish: SchemeWish): void {
  try {
    localStorage.setItem(KEY, wish);
  } catch {
    // Storage may be forbidden: the choice then holds for this page alone.
  }
  applyScheme();
  for (const listener of listeners) listener();
}

/** The choice as it changes; "auto" where pages are pre-rendered. */
export function useSchemeWish(): SchemeWish {
  return useSyncExternalStore<SchemeWish>(
    (changed) => {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    schemeWish,
    () => 'auto',
  );
}
