import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { show } from '~/test/show';
import AmountForm from './amount-form';

it('takes what is typed in place of the old amount', async () => {
  const save = vi.fn(async () => undefined);
  show(
    <AmountForm
      label="Bid"
      value={0.4}
      unit="dollar"
      decimals={3}
      step={0.1}
      onSave={save}
      busy={false}
      onBusy={() => undefined}
      onClose={() => undefined}
    />,
  );
  expect(screen.getByLabelText('Bid, $')).toHaveFocus();
  await userEvent.keyboard('1,2{Enter}');
  expect(save).toHaveBeenCalledWith(1.2);
});
