import { notifications } from '@mantine/notifications';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { show } from '~/test/show';
import { toast, toastError } from '~/ui/toast';
import { Toasts } from './toasts';

beforeEach(() => void show(<Toasts />));
afterEach(() => act(() => notifications.clean()));

it('never hides the way back behind other toasts, however many of them stand', async () => {
  for (let at = 1; at <= 6; at += 1) act(() => toastError(`Refused ${at}`));
  expect(await screen.findByText('Refused 4')).toBeInTheDocument();
  const ways = [1, 2, 3, 4, 5].map(() => vi.fn());
  for (const [at, undo] of ways.entries()) act(() => toast(`Done ${at + 1}`, { undo }));
  // The newest stand; pressed one after the other, each of them is reached.
  for (const [at, undo] of [...ways.entries()].toReversed()) {
    const root = (await screen.findByText(`Done ${at + 1}`)).closest(
      '[role=alert], [role=status], .mantine-Notification-root',
    );
    const button = [...(root?.querySelectorAll('button') ?? [])].find(({ textContent }) => textContent === 'Undo');
    if (!button) throw new Error(`no way back beside Done ${at + 1}`);
    fireEvent.click(button);
    expect(undo).toHaveBeenCalledOnce();
    await waitFor(() => expect(screen.queryByText(`Done ${at + 1}`)).not.toBeInTheDocument());
  }
  expect(await screen.findByText('Refused 1')).toBeInTheDocument();
});
