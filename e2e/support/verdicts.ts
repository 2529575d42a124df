/** Verdicts on what waits for moderation. */
import { expect, type Page } from '@playwright/test';

/** A verdict can be taken back for some seconds, and is sent when they are over or the queue is left: it is left, and the verdict is told. */
export async function leaveQueue(god: Page, told: string | RegExp): Promise<void> {
  await god.getByRole('link', { name: 'Users', exact: true }).first().click();
  await expect(god.getByText(told)).toBeVisible();
}
