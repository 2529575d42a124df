import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { ApiError } from '~/api/problem';
import { carryOut } from './change';
import { inTurn } from './turns';

it('hears of a row as soon as its own call is answered, while others wait for theirs', async () => {
  const ends = new Map<string, () => void>();
  const each = (row: string) =>
    row === 'refused'
      ? Promise.reject(new ApiError({ status: 409, detail: 'No.' }))
      : new Promise<void>((resolve) => ends.set(row, resolve));
  const answered: [string, boolean][] = [];
  const all = carryOut({ done: 'stopped', each }, ['slow', 'quick', 'refused'], new QueryClient(), (row, isDone) =>
    answered.push([row, isDone]),
  );
  ends.get('quick')?.();
  await new Promise((resolve) => setTimeout(resolve));
  expect(answered.toSorted()).toEqual([
    ['quick', true],
    ['refused', false],
  ]);
  ends.get('slow')?.();
  expect((await all).done.toSorted()).toEqual(['quick', 'slow']);
});

it('lets a later change of a row begin when the earlier one has let it go', async () => {
  const began: string[] = [];
  let end = () => {};
  const first = inTurn(['a', 'b'], async (letGo) => {
    await Promise.resolve();
    letGo('a');
    await new Promise<void>((resolve) => {
      end = resolve;
    });
  });
  await new Promise((resolve) => setTimeout(resolve));
  const later = ['a', 'b'].map((row) => inTurn([row], async () => void began.push(row)));
  await new Promise((resolve) => setTimeout(resolve));
  expect(began).toEqual(['a']);
  end();
  await Promise.all([first, ...later]);
  expect(began).toEqual(['a', 'b']);
});
