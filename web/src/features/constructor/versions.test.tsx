import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import type { Block, BlockVersion } from '~/api/sdk';
import type { Template } from '~/api/types';
import { session } from '~/app/session';
import { ok, type StubbedCall, stubApi } from '~/test/api-stub';
import { showAt } from '~/test/show';
import { VersionsPart } from './versions';

const TEMPLATE: Template = {
  id: 1,
  block_format_type_id: 1,
  config: { name: 'x', label: 'X', fields: [], sizes: [] },
  initial_values: {},
  is_global: true,
};
const FIRST: BlockVersion = {
  version: 1,
  created_at: '2026-11-01T10:00:00Z',
  saved_by: 'unknown',
  restored_from: null,
  name: 'Sidebar',
  template_id: 1,
  config: {},
  custom_styles: '',
  passback_html: '',
  passback_url: '',
  refresh_seconds: null,
  placement: 'in_place',
  article_paragraphs: null,
  ecpm_floor: 0,
  country_floors: [],
};
const VERSIONS: BlockVersion[] = [
  { ...FIRST, version: 4, saved_by: 'staff', restored_from: 1 },
  { ...FIRST, version: 2, saved_by: 'owner', name: 'Below', ecpm_floor: 2, refresh_seconds: 60, custom_styles: '.a{}' },
  FIRST,
];

afterEach(() => {
  act(() => session.end('logout'));
  vi.unstubAllGlobals();
});

async function open(
  isDirty: boolean,
  seen: BlockVersion | null,
  acting?: object,
): Promise<{ calls: StubbedCall[]; see: unknown[] }> {
  session.begin({ access_token: `x.${btoa('{"sub":"7","sid":1}')}.x`, refresh_token: 'r', expires_in: 3600 });
  const calls = stubApi({
    'GET /api/oauth2/user': ok({ data: { id: 7, acting } }),
    'GET /api/webmaster/blocks/5/versions': ok({ data: VERSIONS }),
    'POST /api/webmaster/blocks/5/versions/2/restore': ok({ data: { id: 5, version: 6 } }),
  });
  const see: unknown[] = [];
  const block = { id: 5, version: 5 } as Block;
  showAt(
    '/here',
    <VersionsPart
      block={block}
      template={TEMPLATE}
      isDirty={isDirty}
      seen={seen}
      onSee={(version) => see.push(version)}
    />,
  );
  await screen.findByRole('list');
  return { calls, see };
}

it('tells who changed what, and restores over the version that was seen', async () => {
  const { calls, see } = await open(false, VERSIONS[1] ?? null);
  const [now, second, first] = screen.getAllByRole('listitem') as [HTMLElement, HTMLElement, HTMLElement];
  expect(now).toHaveTextContent(/Now.*Restored version 1.*Staff of the network/);
  expect(second).toHaveTextContent(/Version 2.*Name, Own CSS, Refresh, 1 more.*You/);
  expect(first).toHaveTextContent(/As it was then.*Before versions were kept/);
  expect(within(now).queryByRole('button', { name: 'Restore this version' })).not.toBeInTheDocument();
  await userEvent.click(within(first).getByRole('button'));
  expect(see).toEqual([FIRST]);
  await userEvent.click(within(second).getByRole('button', { name: 'Restore this version' }));
  await vi.waitFor(() => expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ version: 5 }));
  await vi.waitFor(() => expect(see).toEqual([FIRST, null]));
});

it('restores nothing over what is not saved', async () => {
  await open(true, VERSIONS[1] ?? null);
  expect(screen.getByRole('button', { name: 'Restore this version' })).toBeDisabled();
  expect(screen.getByText('Save or discard your changes to restore a version.')).toBeInTheDocument();
});

it('calls the owner so where the staff works as them', async () => {
  await open(false, null, { id: 9 });
  expect(await screen.findByText('The owner')).toBeInTheDocument();
  expect(screen.queryByText('You')).not.toBeInTheDocument();
});
