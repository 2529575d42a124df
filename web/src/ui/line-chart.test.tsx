import { render, screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { axisTicksBetween, LineChart } from './line-chart';

const width = vi.hoisted(() => ({ px: 0 }));
vi.mock('@mantine/hooks', async (original) => ({
  ...(await original<typeof import('@mantine/hooks')>()),
  useElementSize: () => ({ ref: () => {}, width: width.px, height: 0 }),
}));

const days = Array.from({ length: 30 }, (_, index) => `${index + 1} Nov`);

/** Where the texts below the points stand, in px. */
function below(px: number, tickLabel?: (index: number) => string) {
  width.px = px;
  render(
    <LineChart
      label="Clicks"
      labels={days}
      series={[{ key: 'a', label: 'Clicks', values: days.map((_, index) => index) }]}
      format={(value) => `${value}`}
      {...(tickLabel && { tickLabel })}
    />,
  );
  const texts = within(screen.getByRole('img', { name: 'Clicks' })).getAllByText(/Nov$/);
  return texts.map((text) => Number(text.getAttribute('x')));
}

beforeEach(() => document.body.replaceChildren());

test.each([
  [240, undefined],
  [300, undefined],
  [240, (index: number) => (index % 3 === 0 ? (days[index] ?? '') : '')],
  [300, (index: number) => (index % 3 === 0 ? (days[index] ?? '') : '')],
  [900, (index: number) => (index % 3 === 0 ? (days[index] ?? '') : '')],
])('texts below the points find room at %i px', (px, tickLabel) => {
  const places = below(px, tickLabel);
  expect(places.length).toBeGreaterThan(1);
  const gaps = places.slice(1).map((place, index) => place - (places[index] ?? 0));
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(48);
});

test('what finds room is not thinned', () => {
  expect(below(900, (index) => (index % 3 === 0 ? (days[index] ?? '') : ''))).toHaveLength(10);
});

test.each([
  ['two points', [1, 5], 2],
  ['one point among gaps', [null, 3, null], 1],
  ['a course of things', days.map((_, index) => index), 0],
])('%s: dots where a line would say too much', (_, values, dots) => {
  width.px = 600;
  const { container } = render(
    <LineChart
      label="Clicks"
      labels={values.map((_, index) => `${index}`)}
      series={[{ key: 'a', label: 'Clicks', values }]}
      format={(value) => `${value}`}
    />,
  );
  expect(container.querySelectorAll('[data-dot]')).toHaveLength(dots);
});

test.each([
  [0, 8, [0, 2, 4, 6, 8]],
  [-47.7, 8, [-60, -40, -20, 0, 20]],
  [-3, 0, [-3, -2, -1, 0]],
  [0, 0, [0, 1]],
])('the axis from %d to %d has one step on both sides of zero', (lowest, highest, ticks) => {
  expect(axisTicksBetween(lowest, highest)).toEqual(ticks);
});
