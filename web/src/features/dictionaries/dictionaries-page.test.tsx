import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { UserType } from '~/api/words';
import { session } from '~/app/session';
import { ok, stubApi } from '~/test/api-stub';
import { showAt } from '~/test/show';
import { DictionariesPage } from './dictionaries-page';
import { TemplatesPage } from './templates-page';

beforeEach(() => {
  session.begin({ access_token: `x.${btoa('{"sub":"1","sid":1}')}.x`, refresh_token: 'r', expires_in: 3600 });
});
afterEach(() => {
  act(() => session.end('logout'));
  vi.unstubAllGlobals();
});

const CATEGORY = {
  id: 1,
  name: 'Boats',
  iab_code: 'IAB2-5',
  is_active: true,
  sites_count: 3,
  campaigns_count: 12,
  version: 7,
};
const SOURCE = { id: 1, name: 'Direct', is_active: true, campaigns_count: 2, version: 8 };
const GOD = { 'GET /api/oauth2/user': ok({ data: { id: 1, type_id: UserType.God } }) };

const menuOf = async (name: RegExp) => {
  const row = await screen.findByRole('row', { name });
  await userEvent.click(within(row).getByRole('button'));
};

it('leaves the form of a category behind when the traffic sources are opened', async () => {
  stubApi({
    ...GOD,
    'GET /api/admin/categories': ok({ data: [CATEGORY] }),
    'GET /api/admin/traffic_sources': ok({ data: [SOURCE] }),
  });
  showAt('/admin/dictionaries', <DictionariesPage />);
  await menuOf(/Boats/);
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Change' }));
  expect(await screen.findByLabelText('Name')).toHaveValue('Boats');
  await userEvent.click(screen.getByRole('tab', { name: 'Traffic sources' }));
  expect(await screen.findByRole('row', { name: /Direct/ })).toBeInTheDocument();
  expect(screen.queryByLabelText('Name')).not.toBeInTheDocument();
  expect(screen.queryByText('Boats')).not.toBeInTheDocument();
});

it('closes a category from the version that was read', async () => {
  const calls = stubApi({
    ...GOD,
    'GET /api/admin/categories': ok({ data: [CATEGORY] }),
    'PUT /api/admin/categories/1': ok({ data: { ...CATEGORY, is_active: false, version: 9 } }),
  });
  showAt('/admin/dictionaries', <DictionariesPage />);
  await menuOf(/Boats/);
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Change' }));
  await userEvent.click(await screen.findByLabelText(/It can be chosen/));
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  const sent = () => calls.filter(({ method }) => method === 'PUT').map(({ body }) => body);
  await waitFor(() => expect(sent()).toEqual([{ name: 'Boats', is_active: false, version: 7 }]));
  await waitFor(() => expect(screen.queryByLabelText('Name')).not.toBeInTheDocument());
});

it('shows a template that could not be withdrawn as offered still', async () => {
  const template = { id: 2, block_format_type_id: 1, name: 'image-top', label: 'Image top', blocks_count: 4 };
  const detail = 'It is the only template that is offered: offer another one first.';
  const calls = stubApi({
    ...GOD,
    'GET /api/admin/templates': ok({ data: [{ ...template, archived_at: null }] }),
    'PUT /api/admin/templates/2': {
      status: 409,
      body: { type: 'about:blank', title: 'Conflict', status: 409, detail },
    },
  });
  showAt('/admin/templates', <TemplatesPage />);
  await menuOf(/Image top/);
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Withdraw' }));
  const offered = () => within(screen.getByRole('row', { name: /Image top/ }));
  await waitFor(() => expect(calls.some(({ method }) => method === 'PUT')).toBe(true));
  await waitFor(() => expect(offered().getByText('Yes')).toBeInTheDocument());
});
