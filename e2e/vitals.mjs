// Measures every public page in Chromium, with a processor slowed down four times and over loopback: largest contentful
// paint, layout shift, and what it loads. Prints a table and ends with 1 when a page is over its limit.
//
// VITALS_URL measures a server that runs already; else BENCH_BIN (target/release/placard) is started on an empty folder.
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { chromium } from '@playwright/test';
import { freePort } from '../scripts/free-port.mjs';

const LCP_LIMIT_MS = 1_500;
const CLS_LIMIT = 0.02;
const SCRIPT_LIMIT_KB = 155.25;
/** Each page is opened so often, and its median told. */
const ROUNDS = 3;
const SLOWED = 4;
/** What comes late, such as a font, has this long to move something, in ms. */
const SETTLE_MS = 1_000;
const START_LIMIT_MS = 60_000;
const VIEWPORTS = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };

const root = fileURLToPath(new URL('..', import.meta.url));

/** An address for each file that serves many. */
const EXAMPLES = {
  '/helpCenter/_slug': '/helpCenter/first-campaign',
  '/account/password/reset/_token': '/account/password/reset/some-token',
};

/** The pages that the build has drawn, and one address for each file that serves many. */
function pages() {
  const dist = join(root, 'web/dist');
  return readdirSync(dist, { recursive: true })
    .filter((file) => file === 'index.html' || file.endsWith('/index.html'))
    .filter((file) => !readFileSync(join(dist, file), 'utf8').includes('<div id="root"></div>'))
    .map((file) => `/${relative('.', dirname(file))}`)
    .map((path) => EXAMPLES[path] ?? path)
    .sort();
}

async function serve() {
  const binary = process.env.BENCH_BIN ?? join(root, 'target/release/placard');
  const folder = mkdtempSync(join(tmpdir(), 'placard-vitals-'));
  const url = `http://127.0.0.1:${await freePort()}`;
  const child = spawn(binary, ['serve', '--data-dir', folder, '--listen', url.slice('http://'.length)], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, RUST_LOG: 'warn' },
  });
  const stop = async () => {
    child.kill('SIGTERM');
    if (child.exitCode === null) await new Promise((done) => child.once('exit', done));
    rmSync(folder, { recursive: true, force: true });
  };
  const until = Date.now() + START_LIMIT_MS;
  while (!(await fetch(`${url}/readyz`).catch(() => undefined))?.ok) {
    if (child.exitCode !== null || Date.now() > until) throw new Error(`${binary} did not come up: see above`);
    await new Promise((done) => setTimeout(done, 200));
  }
  return { url, stop };
}

/** Runs in the page: keeps the last largest paint and adds up the shifts that nobody caused by a key or a click. */
function watch() {
  window.vitals = { lcp: 0, cls: 0, element: '' };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      window.vitals.lcp = entry.startTime;
      window.vitals.element = entry.element?.tagName.toLowerCase() ?? '';
    }
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.vitals.cls += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
}

async function measure(browser, url, viewport) {
  const context = await browser.newContext({ viewport });
  const page = await context.newPage();
  const bytes = { script: 0, stylesheet: 0, font: 0, document: 0 };
  const bodies = [];
  page.on('response', (response) => {
    const kind = response.request().resourceType();
    if (kind in bytes) {
      bodies.push(
        response.body().then((body) => {
          bytes[kind] += kind === 'font' ? body.length : gzipSync(body, { level: 9 }).length;
        }),
      );
    }
  });
  await page.addInitScript(watch);
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWED });
  await page.goto(url, { waitUntil: 'load' });
  await page.waitForTimeout(SETTLE_MS);
  await Promise.all(bodies);
  const vitals = await page.evaluate(() => window.vitals);
  await context.close();
  return { ...vitals, bytes };
}

const median = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];
const kB = (bytes) => (bytes / 1000).toFixed(1);

const server = process.env.VITALS_URL ? { url: process.env.VITALS_URL, stop: async () => undefined } : await serve();
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
});
let over = 0;
try {
  // The first page of a browser pays for its start.
  await measure(browser, server.url, VIEWPORTS.desktop);
  console.log('| Page | LCP desktop | phone | CLS desktop | phone | Script kB | CSS kB | HTML kB |');
  console.log('| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |');
  for (const path of pages()) {
    const row = {};
    for (const [name, viewport] of Object.entries(VIEWPORTS)) {
      const rounds = [];
      for (let round = 0; round < ROUNDS; round += 1) rounds.push(await measure(browser, server.url + path, viewport));
      row[name] = {
        lcp: median(rounds.map((found) => found.lcp)),
        cls: Math.max(...rounds.map((found) => found.cls)),
        bytes: rounds[0].bytes,
      };
    }
    const { desktop, phone } = row;
    const ok =
      Math.max(desktop.lcp, phone.lcp) <= LCP_LIMIT_MS &&
      Math.max(desktop.cls, phone.cls) <= CLS_LIMIT &&
      desktop.bytes.script <= SCRIPT_LIMIT_KB * 1000;
    if (!ok) over += 1;
    const cells = [
      path,
      `${Math.round(desktop.lcp)} ms`,
      `${Math.round(phone.lcp)} ms`,
      desktop.cls.toFixed(4),
      phone.cls.toFixed(4),
      kB(desktop.bytes.script),
      kB(desktop.bytes.stylesheet),
      kB(desktop.bytes.document),
    ];
    console.log(`| ${cells.join(' | ')} |${ok ? '' : ' over its limit'}`);
  }
} finally {
  await browser.close();
  await server.stop();
}
if (over > 0) {
  console.error(`${over} pages are over: LCP ${LCP_LIMIT_MS} ms, CLS ${CLS_LIMIT}, script ${SCRIPT_LIMIT_KB} kB`);
  process.exitCode = 1;
}
