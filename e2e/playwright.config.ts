import { defineConfig } from '@playwright/test';

// Browser tests tell users' stories on the real executable: `make test` builds it and names it in E2E_BIN.
export default defineConfig({
  testDir: './tests',
  outputDir: './.output',
  snapshotPathTemplate: './references/{arg}{ext}',
  // No test leaves anything behind for another one; a story in steps says so itself.
  fullyParallel: true,
  // One more than the processors of a small machine: pages wait for each other's timers and for the server.
  workers: 3,
  // One hiccup of a busy machine refuses nobody's work; what passes only so is named at the end, and more than a few fail.
  retries: 1,
  // Long for one page on a free machine; tests run beside builds on small ones.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  globalSetup: './support/start.ts',
  reporter: [['list'], ['./support/report.ts']],
  use: {
    baseURL: process.env.E2E_URL,
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: 'UTC',
    // What cannot be pressed for so long never will be: the test would hold its worker for as long as a test may take.
    actionTimeout: 30_000,
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
