/** Ends a file of tests so that the next one, which may have the same modules, finds nothing of it. */
import { afterAll, vi } from 'vitest';

// The last to be named is the first to run.
afterAll(async () => {
  // What is being loaded would be cut off, and missing for whoever shares it.
  await vi.dynamicImportSettled();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});
