import { act, fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { show } from '~/test/show';
import { confirm } from './confirm';
import { isDialogHeld } from './dialogs';

it('takes an answer to a question that is asked while another one is answered', async () => {
  show(<main />);
  let answer = () => {};
  const run = () =>
    new Promise<void>((resolve) => {
      answer = resolve;
    });
  confirm({ title: 'First', body: 'One', action: 'Do it', run });
  fireEvent.click(await screen.findByRole('button', { name: 'Do it' }));
  expect(screen.getByRole('button', { name: 'Keep' })).toBeDisabled();
  act(() => confirm({ title: 'Second', body: 'Two', action: 'Do that', run: async () => {} }));
  expect(await screen.findByRole('button', { name: 'Do that' })).toBeEnabled();
  expect(screen.getByRole('button', { name: 'Keep' })).toBeEnabled();
  await act(async () => answer());
  expect(isDialogHeld()).toBe(false);
});
