import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { SourceRow } from '~/api/sdk';
import { CoefficientCell } from './source-cells';

const ROW = { site_id: 1, block_id: null, site_name: 'Harbour', state: 'open', coefficient_in_force: 1 } as SourceRow;
const slider = () => screen.getByRole('slider');
const number = () => screen.getByRole('textbox');

it('sends what the slider waits with when the row goes', () => {
  const onSet = vi.fn(async () => true);
  const { unmount } = render(<CoefficientCell row={ROW} onSet={onSet} />);
  fireEvent.keyDown(slider(), { key: 'ArrowRight' });
  fireEvent.keyDown(slider(), { key: 'ArrowRight' });
  expect(onSet).not.toHaveBeenCalled();
  unmount();
  expect(onSet).toHaveBeenCalledExactlyOnceWith(1.2);
});

it('shows what is in force again when it could not be saved', async () => {
  render(<CoefficientCell row={ROW} onSet={async () => false} />);
  fireEvent.change(number(), { target: { value: '3' } });
  fireEvent.keyDown(number(), { key: 'Enter' });
  await waitFor(() => expect(number()).toHaveValue('1,0'));
});

it('keeps what cannot be read, marked, until it is given up', () => {
  const onSet = vi.fn(async () => true);
  render(<CoefficientCell row={ROW} onSet={onSet} />);
  fireEvent.change(number(), { target: { value: '12' } });
  fireEvent.blur(number());
  expect(number()).toHaveValue('12');
  expect(number()).toBeInvalid();
  fireEvent.keyDown(number(), { key: 'Escape' });
  expect(number()).toHaveValue('1,0');
  expect(onSet).not.toHaveBeenCalled();
});
