import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepSkeletons } from './keep-skeletons';

let client: QueryClient;
/** How long the next answers take, in milliseconds; a negative time fails. */
let takes = 0;

const queryFn = async () => {
  await new Promise((resolve) => setTimeout(resolve, Math.abs(takes)));
  if (takes < 0) throw new Error('failed');
  return 'the data';
};

function Part() {
  const { data, isPending, isFetching } = useQuery({ queryKey: ['part'], queryFn });
  return (
    <p>
      {isPending ? 'a skeleton' : (data ?? 'an error')} {isFetching ? 'on its way' : 'at rest'}
    </p>
  );
}

const draw = () =>
  render(
    <QueryClientProvider client={client}>
      <Part />
    </QueryClientProvider>,
  );
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

beforeEach(() => {
  vi.useFakeTimers();
  client = new QueryClient({ defaultOptions: { queries: { behavior: keepSkeletons, retry: false } } });
});
afterEach(() => vi.useRealTimers());

it('lets a skeleton stand for 200 ms, whether an answer or a failure follows', async () => {
  for (const [time, outcome] of [
    [10, 'the data'],
    [-10, 'an error'],
  ] as const) {
    takes = time;
    const { unmount } = draw();
    await pass(190);
    expect(screen.getByText(/a skeleton/)).toBeInTheDocument();
    await pass(20);
    expect(screen.getByText(new RegExp(outcome))).toBeInTheDocument();
    unmount();
    client.clear();
  }
});

it('delays nothing that took longer, and no fetch of what is shown already', async () => {
  takes = 300;
  draw();
  await pass(299);
  expect(screen.getByText(/a skeleton/)).toBeInTheDocument();
  await pass(10);
  expect(screen.getByText('the data at rest')).toBeInTheDocument();
  takes = 10;
  act(() => void client.invalidateQueries());
  await pass(5);
  expect(screen.getByText('the data on its way')).toBeInTheDocument();
  await pass(15);
  expect(screen.getByText('the data at rest')).toBeInTheDocument();
});

it('delays no page that waits for its data before it is drawn', async () => {
  takes = 10;
  const told = vi.fn();
  void client.ensureQueryData({ queryKey: ['part'], queryFn }).then(told);
  await pass(15);
  expect(told).toHaveBeenCalledWith('the data');
});
