import { fireEvent, screen } from '@testing-library/react';
import { Component, type ReactNode } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { CopyFrom } from '~/features/copy-from/copy-from';
import { show } from '~/test/show';
import { AmountEdit } from './amount-edit';
import { PeriodPicker } from './period-picker';

const { missing } = vi.hoisted(() => ({
  missing: () => {
    throw new Error('No connection');
  },
}));
vi.mock('./range-calendar', missing);
vi.mock('./amount-form', missing);
vi.mock('~/features/copy-from/copy-list', missing);

class Boundary extends Component<{ children: ReactNode }> {
  override state = { failed: false };
  static getDerivedStateFromError = () => ({ failed: true });
  override render() {
    return this.state.failed ? 'It failed' : this.props.children;
  }
}

afterEach(() => vi.restoreAllMocks());

it.each([
  ['a calendar', <PeriodPicker key="" value="today" onChange={() => {}} />],
  ['a list to copy from', <CopyFrom key="" what="ad" take={async () => {}} />],
  [
    'an amount',
    <AmountEdit key="" label="Bid" name="Hats" value={1} unit="dollar" decimals={2} step={0.01} onSave={async () => {}}>
      1
    </AmountEdit>,
  ],
])('waits for no connection with %s, which would open when it is no longer wanted', async (_, part) => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  show(<Boundary>{part}</Boundary>);
  fireEvent.click(screen.getByRole('button'));
  expect(await screen.findByText('It failed', undefined, { timeout: 5_000 })).toBeInTheDocument();
});
