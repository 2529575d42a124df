import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { SourceRow } from '~/api/sdk';
import { fill, show } from '~/test/show';
import { askCoefficient, askPaste } from './source-dialogs';
import { COEFFICIENT_WORDS } from './source-words';

/** A dialog, with what it is called by. */
async function open(ask: () => void, label: string) {
  show(
    <button type="button" onClick={ask}>
      Ask
    </button>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Ask' }));
  return screen.findByRole('textbox', { name: label });
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

it('says at the field what is no number, and keeps what was typed when it is not done', async () => {
  const set = vi.fn().mockResolvedValueOnce(false).mockResolvedValue(true);
  const field = await open(() => askPaste(set), 'Numbers of sites and blocks');
  press('Save');
  await waitFor(() => expect(field).toHaveAccessibleDescription('A number is needed.'));
  fill(field, '42 abc #105');
  press('Save 2 sources');
  await waitFor(() => expect(field).toHaveAccessibleDescription('1 entry is no number: abc'));
  expect(set).not.toHaveBeenCalled();
  fill(field, '42 #105');
  fireEvent.click(screen.getByRole('button', { name: 'Allow only these' }));
  press('Save 2 sources');
  await waitFor(() => expect(field).toHaveAccessibleDescription(/^Not all of it is done/));
  expect(field).toHaveValue('42 #105');
  press('Save 2 sources');
  await waitFor(() => expect(field).not.toBeInTheDocument());
  expect(set).toHaveBeenLastCalledWith({ site_ids: [42], block_ids: [105] }, 'allowed');
});

it('sets a coefficient that is one', async () => {
  const set = vi.fn().mockResolvedValue(true);
  const field = await open(() => askCoefficient([{}, {}] as SourceRow[], set), 'Coefficient');
  fill(field, '9,05');
  press('Set for 2 sources');
  expect(await screen.findByText(COEFFICIENT_WORDS)).toBeInTheDocument();
  expect(set).not.toHaveBeenCalled();
  fill(field, '0,7');
  press('Set for 2 sources');
  await waitFor(() => expect(field).not.toBeInTheDocument());
  expect(set).toHaveBeenCalledWith(0.7);
});
