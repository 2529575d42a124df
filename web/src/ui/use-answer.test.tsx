import { act, renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { useAnswer } from './use-answer';

vi.mock('./dialogs', () => ({ closeDialog: () => {}, holdDialog: () => {} }));

it('takes no other press while it closes, and one more where it was refused or stays', async () => {
  const run = vi.fn(async () => {});
  const { result } = renderHook(() => useAnswer('a', run));
  await act(async () => result.current.go());
  expect(result.current.busy).toBe(true);

  run.mockRejectedValueOnce(new Error('No'));
  const refused = renderHook(() => useAnswer('b', run));
  await act(async () => refused.result.current.go());
  expect(refused.result.current).toMatchObject({ busy: false, error: expect.any(Error) });

  const staying = renderHook(() => useAnswer('c', run, true));
  await act(async () => staying.result.current.go());
  expect(staying.result.current.busy).toBe(false);
});
