/**
 * What each file costs, at the end of a run: the suite grows with the product, and this is where it shows. Last of all, what
 * failed: who reads a long record reads its end.
 */
import { basename } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { FullResult, Reporter, TestCase, TestResult } from '@playwright/test/reporter';

interface Cost {
  file: string;
  tests: number;
  sumMs: number;
  longestMs: number;
}

/**
 * How many tests may pass only when they are tried again, in one run. Each is a defect to mend, of the test or of what it
 * tries; but one stall of a busy machine meets several tests at once, and refuses nobody's work.
 */
const FLAKY_MAX = 8;

const seconds = (ms: number): string => (ms / 1_000).toFixed(1).padStart(8);

export default class CostPerFile implements Reporter {
  readonly #costs = new Map<string, Cost>();
  readonly #failed = new Map<TestCase, string>();

  onTestEnd(test: TestCase, { duration, error, startTime, status }: TestResult): void {
    if (status === 'failed' || status === 'timedOut') {
      const message = stripVTControlCharacters(error?.message ?? status)
        .replace(/\s+/g, ' ')
        .slice(0, 240);
      this.#failed.set(test, `${startTime.toISOString().slice(11, 19)}, ${Math.round(duration / 1_000)} s: ${message}`);
    }
    const file = basename(test.location.file);
    const cost = this.#costs.get(file) ?? { file, tests: 0, sumMs: 0, longestMs: 0 };
    cost.tests += 1;
    cost.sumMs += duration;
    cost.longestMs = Math.max(cost.longestMs, duration);
    this.#costs.set(file, cost);
  }

  onEnd({ duration, status }: FullResult): Promise<{ status: FullResult['status'] }> {
    const costs = [...this.#costs.values()].sort((a, b) => b.sumMs - a.sumMs);
    const lines = costs.map(
      ({ file, tests, sumMs, longestMs }) =>
        `  ${file.padEnd(22)}${String(tests).padStart(5)}${seconds(sumMs)}${seconds(longestMs)}`,
    );
    const head = `\n  ${'File'.padEnd(22)}Tests${'s'.padStart(8)}${'longest'.padStart(8)}`;
    process.stdout.write(`${[head, ...lines].join('\n')}\n  The whole run: ${seconds(duration).trim()} s\n`);
    const flaky = [...this.#failed.keys()].filter((test) => test.outcome() === 'flaky');
    for (const [test, why] of this.#failed) {
      const [word, name] = [flaky.includes(test) ? 'Flaky' : 'Failed', test.titlePath().slice(2).join(' › ')];
      process.stdout.write(`  ${word}: ${name} (line ${test.location.line})\n    ${why}\n`);
    }
    return Promise.resolve({ status: flaky.length > FLAKY_MAX ? 'failed' : status });
  }
}
