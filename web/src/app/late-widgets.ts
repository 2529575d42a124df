import { lazyRouteComponent } from '@tanstack/react-router';

/** What the widgets of cabinets need around them, in a part of its own: once it has come, pages are drawn at once with it. */
export const LateWidgets = lazyRouteComponent(() => import('./widgets'), 'Widgets');

/** Loads that part. Whether it failed shows where it is drawn, and another call tries again. */
export async function loadWidgets(): Promise<void> {
  await LateWidgets.preload?.();
}
