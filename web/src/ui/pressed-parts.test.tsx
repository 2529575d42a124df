import { act, fireEvent, screen } from '@testing-library/react';
import { Component, type ReactNode } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { CopyFrom } from '~/features/copy-from/copy-from';
import { fill, show } from '~/test/show';
import { AmountEdit } from './amount-edit';
import { PeriodPicker } from './period-picker';

const { network, part } = vi.hoisted(() => {
  const network = { isThere: false };
  const part = () => {
    if (!network.isThere) throw new Error('No connection');
    return { default: () => 'The part' };
  };
  return { network, part };
});
vi.mock('./range-calendar', part);
vi.mock('./amount-form', part);
vi.mock('~/features/copy-from/copy-list', part);

class Boundary extends Component<{ children: ReactNode }> {
  override state = { failed: false };
  static getDerivedStateFromError = () => ({ failed: true });
  override render() {
    return this.state.failed ? 'It failed' : this.props.children;
  }
}

afterEach(() => {
  vi.restoreAllMocks();
  network.isThere = false;
});

it.each([
  ['a calendar', <PeriodPicker key="" value="today" onChange={() => {}} />],
  ['a list to copy from', <CopyFrom key="" what="ad" take={async () => () => {}} />],
  [
    'an amount',
    <AmountEdit key="" label="Bid" name="Hats" value={1} unit="dollar" decimals={2} step={0.01} onSave={async () => {}}>
      1
    </AmountEdit>,
  ],
])('keeps what was typed beside %s that cannot come, and opens it once it can', async (_, opener) => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => network.isThere);
  show(
    <Boundary>
      <input aria-label="Name" />
      {opener}
    </Boundary>,
  );
  fill(screen.getByLabelText('Name'), 'Hats');
  fireEvent.click(screen.getByRole('button'));
  // Until it has failed to come.
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  expect(screen.getByLabelText('Name')).toHaveValue('Hats');
  network.isThere = true;
  act(() => void dispatchEvent(new Event('online')));
  expect(await screen.findByText('The part')).toBeInTheDocument();
  expect(screen.getByLabelText('Name')).toHaveValue('Hats');
});
