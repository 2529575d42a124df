import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { Setting } from '~/api/sdk';
import { stubApi } from '~/test/api-stub';
import { fill, showAt } from '~/test/show';
import { SettingForm } from './setting-form';

const SETTING: Setting = {
  name: 'network.name',
  title: 'Name',
  about: 'What the network is called.',
  kind: 'text',
  range: 'at most 40 characters',
  unit: '',
  who: 'an owner of the network',
  value: 'Placard',
  default_value: 'Placard',
  is_changed: false,
  version: 3,
  updated_at: null,
};

afterEach(() => vi.unstubAllGlobals());

it('says that somebody else has changed the setting, and keeps what was typed', async () => {
  const calls = stubApi({
    'PUT /api/admin/settings/network.name': {
      status: 409,
      body: { type: 'about:blank', title: 'Conflict', status: 409, detail: 'It was changed meanwhile.' },
    },
  });
  const close = vi.fn();
  showAt('/here', <SettingForm setting={SETTING} onClose={close} />);
  fill(await screen.findByLabelText('Name'), 'Mine');
  fireEvent.click(screen.getByRole('button', { name: 'Put in force' }));
  expect(await screen.findByText(/It was changed meanwhile\./)).toBeInTheDocument();
  expect(screen.getByLabelText('Name')).toHaveValue('Mine');
  expect(calls).toMatchObject([{ body: { value: 'Mine', version: 3 } }]);
  expect(close).not.toHaveBeenCalled();
});
