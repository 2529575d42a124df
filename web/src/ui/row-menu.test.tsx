import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { show } from '~/test/show';
import { CLOSED_MS } from './focus';
import { RowMenu } from './row-menu';

function Row() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {/* biome-ignore lint/a11y/noAutofocus: forms that open in place begin with their first field */}
      {isOpen && <input aria-label="Why" autoFocus />}
      <RowMenu
        name="row"
        actions={[
          { label: 'Reject', onClick: () => setOpen(true) },
          { label: 'Nothing', onClick: () => undefined },
        ]}
      />
    </>
  );
}

const settled = () => act(() => new Promise((resolve) => setTimeout(resolve, 3 * CLOSED_MS)));

async function choose(label: string) {
  const button = screen.getByRole('button', { name: 'More for row' });
  button.focus();
  fireEvent.click(button);
  fireEvent.click(await screen.findByRole('menuitem', { name: label }));
  await settled();
}

it('leaves the focus to the form that a line opens', async () => {
  show(<Row />);
  await choose('Reject');
  expect(screen.getByLabelText('Why')).toHaveFocus();
});

it('has the focus again when a line opens nothing, and when nothing is chosen', async () => {
  show(<Row />);
  const button = screen.getByRole('button', { name: 'More for row' });
  await choose('Nothing');
  expect(button).toHaveFocus();
  fireEvent.click(button);
  fireEvent.keyDown(await screen.findByRole('menu'), { key: 'Escape' });
  await waitFor(() => expect(button).toHaveFocus());
});
