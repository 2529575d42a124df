/** What moves on a page. */
import type { Page } from '@playwright/test';

/** Has the page note every layout shift from the beginning, whatever caused it; answers what tells their sum. */
export async function noteShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () =>
    page.evaluate(async () => {
      // What a frame moved is told after it.
      for (let frame = 0; frame < 2; frame += 1) await new Promise((drawn) => requestAnimationFrame(drawn));
      return (window as unknown as { shifts: number[] }).shifts.reduce((sum, one) => sum + one, 0);
    });
}
