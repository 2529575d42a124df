import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { Setting } from '~/api/sdk';
import { ok, stubApi } from '~/test/api-stub';
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

it('takes lowest bids country by country', async () => {
  const stored = {
    ...SETTING,
    name: 'bids.by_country',
    title: 'Lowest bids by country',
    kind: 'country_bids',
  } as const;
  const calls = stubApi({
    'GET /api/targeting/geo_tree': ok({
      data: [
        {
          id: 'EU',
          type: 'group',
          name: 'Europe',
          children: [
            { id: 'DE', type: 'country', name: 'Germany' },
            { id: 'FR', type: 'country', name: 'France' },
          ],
        },
      ],
    }),
    'GET /api/targeting/min_bids': ok({ data: { decimals: 3 } }),
    'PUT /api/admin/settings/bids.by_country': ok({ data: { ...stored, value: 'DE 0.5\nFR 0.4' } }),
  });
  showAt('/here', <SettingForm setting={{ ...stored, value: 'US 0.7\nDE 0.3' }} onClose={vi.fn()} />);
  fill(await screen.findByLabelText('Lowest bid in Germany'), '0,5');
  fireEvent.click(screen.getByRole('button', { name: 'Remove US' }));
  fireEvent.click(screen.getByRole('combobox', { name: 'Add a country' }));
  fireEvent.click(await screen.findByRole('option', { name: 'France' }));
  fill(screen.getByLabelText('Lowest bid in France'), 'much');
  fireEvent.click(screen.getByRole('button', { name: 'Put in force' }));
  expect(await screen.findByText(/France: Digits only/)).toBeInTheDocument();
  fill(screen.getByLabelText('Lowest bid in France'), '0.4');
  fireEvent.click(screen.getByRole('button', { name: 'Put in force' }));
  await waitFor(() => expect(calls.at(-1)?.body).toEqual({ value: 'DE 0.5\nFR 0.4', version: 3 }));
});
