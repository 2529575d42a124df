// Measures the tag in Chromium on a page with six blocks of six templates: layout shift by ads, requests for ads, the time from the
// answer until everything stands in the frame that shows it, and the longest task in which the tag ran or what it drew was laid out,
// with a processor slowed down four times. Prints a table and ends with 1 when a figure is over its limit.
import { setTimeout } from 'node:timers/promises';
import { chromium } from '@playwright/test';
import { page as html, serve } from './support/network.mjs';
import { sixBlocks, sixPlaces, sixStyle } from './support/six-blocks.mjs';

const CLS_LIMIT = 0;
const TASK_LIMIT_MS = 50;
const DRAWN_LIMIT_MS = 150;
const REQUESTS_LIMIT = 1;
/** The page is opened so often each way, each time with nothing cached. */
const ROUNDS = 5;
const SLOWED = 4;
/** What comes late, such as a picture, has this long to move something, in ms. */
const SETTLE_MS = 1_000;
/** How often it is looked whether all shows were reported, in ms. */
const LOOK_MS = 50;
/** How long that may take, in ms. */
const SHOWN_LIMIT_MS = 20_000;
const ADS = Object.values(sixBlocks).reduce((sum, { ads }) => sum + ads, 0);

/**
 * Runs in the page before everything: shifts, and the moments at which ads were answered and drawn, which is when a card was laid
 * out in a frame.
 */
function watch() {
  window.tag = { cls: 0, answered: 0, drawn: {} };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.tag.cls += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
  const { json } = Response.prototype;
  Response.prototype.json = async function () {
    const body = await json.call(this);
    if (this.url.endsWith('/d/ads')) window.tag.answered = performance.now();
    return body;
  };
  const { attachShadow } = Element.prototype;
  Element.prototype.attachShadow = function (options) {
    const root = attachShadow.call(this, options);
    const laidOut = new ResizeObserver(() => {
      window.tag.drawn[this.dataset.placard] = performance.now();
      laidOut.disconnect();
    });
    new MutationObserver((_, observer) => {
      const cards = root.querySelectorAll('.card');
      if (cards.length > 0) {
        laidOut.observe(cards[cards.length - 1]);
        observer.disconnect();
      }
    }).observe(root, { childList: true });
    return root;
  };
}

/** What runs scripts or does what they caused. */
const RUNS = /^(EvaluateScript|FunctionCall|TimerFire|RunMicrotasks|RunPostTaskCallback|UpdateLayoutTree|Layout)$/;

/**
 * The longest task in which the tag ran or the page was laid out, in ms of the processor (other programs do not count), of a trace.
 * What goes on after the tag has waited names no file; the page has no other scripts, so from its first task on all that runs is the tag.
 */
function longestTask(events, network) {
  const main = new Map();
  for (const event of events) {
    if (event.ph !== 'X' || !event.dur) continue;
    const key = `${event.pid}:${event.tid}`;
    const thread = main.get(key) ?? { tasks: [], runs: [], first: Number.POSITIVE_INFINITY };
    main.set(key, thread);
    if (/RunTask$/.test(event.name)) thread.tasks.push(event);
    if (RUNS.test(event.name)) thread.runs.push(event);
    if (event.args?.data?.url?.startsWith?.(network)) {
      thread.runs.push(event);
      thread.first = Math.min(thread.first, event.ts);
    }
  }
  let longest = 0;
  for (const { tasks, runs, first } of main.values()) {
    const ours = runs.filter((event) => event.ts >= first);
    for (const { ts, dur, tdur } of tasks) {
      if (ours.some((event) => event.ts >= ts && event.ts < ts + dur))
        longest = Math.max(longest, (tdur ?? dur) / 1000);
    }
  }
  return longest;
}

async function measure(browser, slowed) {
  const served = await serve({
    blocks: sixBlocks,
    pages: { '/': html(sixPlaces, `${sixStyle}<script async src="NETWORK/p.js"></script>`) },
  });
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.addInitScript(watch);
  if (slowed > 1) {
    const devtools = await context.newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowed });
    await browser.startTracing(page, {
      categories: ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline'],
    });
  }
  await page.goto(served.site);
  // Asked of the network: a question to the page would be a task in it, which takes longer than any of the tag's.
  const shown = () => served.reports.filter(({ kind }) => kind === 'show').flatMap(({ tokens }) => tokens).length;
  for (let waited = 0; shown() < ADS; waited += LOOK_MS) {
    if (waited > SHOWN_LIMIT_MS) throw new Error(`Of ${ADS} ads ${shown()} were shown.`);
    await setTimeout(LOOK_MS);
  }
  await setTimeout(SETTLE_MS);
  const trace = slowed > 1 ? JSON.parse((await browser.stopTracing()).toString()).traceEvents : [];
  const { cls, answered, drawn } = await page.evaluate(() => window.tag);
  await context.close();
  served.close();
  const drawnMs = Math.max(...Object.values(drawn)) - answered;
  return { cls, drawnMs, requests: served.asked.length, taskMs: longestTask(trace, served.network) };
}

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
});
const usual = [];
const slow = [];
try {
  // The first page of a browser pays for its start.
  await measure(browser, 1);
  for (let round = 0; round < ROUNDS; round += 1) {
    usual.push(await measure(browser, 1));
    slow.push(await measure(browser, SLOWED));
  }
} finally {
  await browser.close();
}

const median = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];
const rounded = (value, digits) => Number(value.toFixed(digits));
const figures = [
  ['Layout shift (CLS)', [...usual, ...slow].map(({ cls }) => cls), CLS_LIMIT, 6, ''],
  ['Requests for ads', [...usual, ...slow].map(({ requests }) => requests), REQUESTS_LIMIT, 0, ''],
  ['All six drawn after the answer', usual.map(({ drawnMs }) => drawnMs), DRAWN_LIMIT_MS, 0, ' ms'],
  ['The same, slowed down four times', slow.map(({ drawnMs }) => drawnMs), undefined, 0, ' ms'],
  ['Longest task of the tag, slowed down four times', slow.map(({ taskMs }) => taskMs), TASK_LIMIT_MS, 1, ' ms'],
];
console.log('| Figure | Median | Worst | Limit |\n| --- | ---: | ---: | ---: |');
for (const [name, values, limit, digits, unit] of figures) {
  const middle = rounded(median(values), digits);
  const isOver = limit !== undefined && middle > limit;
  if (isOver) process.exitCode = 1;
  const shown = [middle, rounded(Math.max(...values), digits), limit].map((value) =>
    value === undefined ? '' : value + unit,
  );
  console.log(`| ${[name, ...shown].join(' | ')} |${isOver ? ' over its limit' : ''}`);
}
