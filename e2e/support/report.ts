/** What each file costs, at the end of a run: the suite grows with the product, and this is where it shows. */
import { basename } from 'node:path';
import type { FullResult, Reporter, TestCase, TestResult } from '@playwright/test/reporter';

interface Cost {
  file: string;
  tests: number;
  sumMs: number;
  longestMs: number;
}

const seconds = (ms: number): string => (ms / 1_000).toFixed(1).padStart(8);

export default class CostPerFile implements Reporter {
  readonly #costs = new Map<string, Cost>();

  onTestEnd(test: TestCase, { duration }: TestResult): void {
    const file = basename(test.location.file);
    const cost = this.#costs.get(file) ?? { file, tests: 0, sumMs: 0, longestMs: 0 };
    cost.tests += 1;
    cost.sumMs += duration;
    cost.longestMs = Math.max(cost.longestMs, duration);
    this.#costs.set(file, cost);
  }

  onEnd({ duration }: FullResult): void {
    const costs = [...this.#costs.values()].sort((a, b) => b.sumMs - a.sumMs);
    const lines = costs.map(
      ({ file, tests, sumMs, longestMs }) =>
        `  ${file.padEnd(22)}${String(tests).padStart(5)}${seconds(sumMs)}${seconds(longestMs)}`,
    );
    const head = `\n  ${'File'.padEnd(22)}Tests${'s'.padStart(8)}${'longest'.padStart(8)}`;
    process.stdout.write(`${[head, ...lines].join('\n')}\n  The whole run: ${seconds(duration).trim()} s\n`);
  }
}
