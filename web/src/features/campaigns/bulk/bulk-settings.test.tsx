import { notifications } from '@mantine/notifications';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { session } from '~/app/session';
import { ok, stubApi } from '~/test/api-stub';
import { fill, show, showAt } from '~/test/show';
import { isDialogHeld } from '~/ui/dialogs';
import { PUSH_SETTINGS } from '../../push/campaign-list/push-bulk-settings';
import { askSettings } from './bulk-dialog';
import { CAMPAIGN_SETTINGS, GROUP_SETTINGS, type Plan } from './bulk-kinds';
import { BulkSettings } from './bulk-settings';
import { fieldLabel } from './bulk-values';

/** Targeting of nobody in particular, as answers have it. */
const EVERYBODY = { isps: [], regions: [], cities: [], countries: [], marks: [], version: 3 };

const sentBodies = (calls: ReturnType<typeof stubApi>) =>
  calls.filter(({ method }) => method === 'PUT').map(({ body }) => body);

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('parts more campaigns than a call takes, and shows and changes all of them', async () => {
  const told = vi.spyOn(notifications, 'show').mockImplementation(() => '');
  const ids = Array.from({ length: 201 }, (_, at) => at + 1);
  const calls = stubApi({
    'GET /api/oauth2/user': ok({ data: { id: 7 } }),
    'PUT /api/advertiser/campaigns/all': ({ body }) => {
      const { ids: some, dry_run } = body as { ids: number[]; dry_run: boolean };
      const changed = some.map((id) => ({
        id,
        fields: ['pacing'],
        before: { ...EVERYBODY, name: `Campaign ${id}`, pacing: 'even' },
        after: { ...EVERYBODY, name: `Campaign ${id}`, pacing: 'asap' },
      }));
      return ok({ data: { is_dry_run: dry_run, campaigns: changed, refused: [] } });
    },
  });
  showAt('/here', <BulkSettings id="settings" kind={CAMPAIGN_SETTINGS} keys={ids} />);
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Pacing' }));
  fireEvent.click(screen.getByRole('button', { name: 'Show what changes' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Change 201 campaigns' }, { timeout: 10_000 }));
  await waitFor(() => expect(told.mock.lastCall?.[0].title).toBe('201 campaigns changed'));
  const asked = calls
    .filter(({ method }) => method === 'PUT')
    .map(({ body }) => {
      const { ids: some, dry_run } = body as { ids: number[]; dry_run: boolean };
      return [some.length, some[0], dry_run];
    });
  expect(asked).toEqual([
    [200, 1, true],
    [1, 201, true],
    [200, 1, false],
    [1, 201, false],
  ]);
}, 20_000);

it('shows what changes of groups, which have no limits, and changes it', async () => {
  const told = vi.spyOn(notifications, 'show').mockImplementation(() => '');
  const before = { ...EVERYBODY, name: 'North', auto_start_ads: true };
  const calls = stubApi({
    'GET /api/oauth2/user': ok({ data: { id: 7 } }),
    'PUT /api/advertiser/ad_groups/all': ok({
      data: {
        is_dry_run: true,
        groups: [
          { id: 5, fields: ['auto_start_ads'], before, after: { ...before, auto_start_ads: false } },
          { id: 6, fields: [], before, after: before },
        ],
        refused: [{ id: 7, name: 'Old', detail: 'it is archived' }],
      },
    }),
  });
  showAt('/here', <BulkSettings id="settings" kind={GROUP_SETTINGS} keys={[5, 6, 7]} />);
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Start of approved ads' }));
  expect(screen.queryByRole('checkbox', { name: 'Daily limit' })).toBeNull();
  fireEvent.click(screen.getByRole('switch', { name: 'Start ads by themselves once they are approved' }));
  fireEvent.click(screen.getByRole('button', { name: 'Show what changes' }));
  const run = await screen.findByRole('button', { name: 'Change 1 group' });
  const table = screen.getByRole('table');
  expect(table.textContent).toContain('NorthStart of approved adsBy themselvesBy hand');
  expect(screen.getByText('1 group has these settings already.')).toBeTruthy();
  expect(screen.getByText(/“Old” stays as it is: it is archived/)).toBeTruthy();
  fireEvent.click(run);
  await waitFor(() => expect(told.mock.lastCall?.[0].title).toBe('1 group changed'));
  expect(sentBodies(calls)).toEqual([
    { ids: [5, 6, 7], change: { auto_start_ads: false }, dry_run: true },
    { ids: [5], change: { auto_start_ads: false }, versions: [{ id: 5, version: 3 }], dry_run: false },
  ]);
});

it('changes address ranges for those who have them', async () => {
  const before = { ...EVERYBODY, name: 'North', ip_targetings: [] };
  const after = { ...before, ip_targetings: ['203.0.113.0/24'] };
  const calls = stubApi({
    'GET /api/oauth2/user': ok({ data: { id: 7, features: ['ip_targeting'] } }),
    'PUT /api/advertiser/ad_groups/all': ok({
      data: { is_dry_run: true, groups: [{ id: 5, fields: ['ip_targetings'], before, after }], refused: [] },
    }),
  });
  session.begin({ access_token: `x.${btoa('{"sub":"7","sid":1}')}.x`, refresh_token: 'r', expires_in: 3600 });
  showAt('/here', <BulkSettings id="settings" kind={GROUP_SETTINGS} keys={[5]} />);
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Address ranges' }));
  fill(screen.getByRole('textbox', { name: 'Address ranges' }), '203.0.113.0/24 ');
  fireEvent.keyDown(screen.getByRole('textbox', { name: 'Address ranges' }), { key: 'Enter' });
  fireEvent.click(screen.getByRole('button', { name: 'Show what changes' }));
  await screen.findByRole('button', { name: 'Change 1 group' });
  expect(screen.getByRole('table').textContent).toContain('NorthAddress rangesAll203.0.113.0/24');
  expect(sentBodies(calls)).toEqual([{ ids: [5], change: { ip_targetings: ['203.0.113.0/24'] }, dry_run: true }]);
  act(() => session.end('logout'));
});

it('changes push campaigns by their outer names', async () => {
  const before = { ...EVERYBODY, name: 'Rain', subscription_age: null };
  const after = { ...before, subscription_age: { from_days: 0, to_days: 7 } };
  const calls = stubApi({
    'GET /api/oauth2/user': ok({ data: { id: 7 } }),
    'PUT /api-push-proxy/campaigns/all': ok({
      data: {
        is_dry_run: true,
        campaigns: [{ uuid: 'u-1', fields: ['subscription_age'], before, after }],
        refused: [],
      },
    }),
  });
  showAt('/here', <BulkSettings id="settings" kind={PUSH_SETTINGS} keys={['u-1']} />);
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Age of subscriptions' }));
  fill(screen.getByRole('textbox', { name: 'Subscribed at most, days ago' }), '7');
  fireEvent.click(screen.getByRole('button', { name: 'Show what changes' }));
  await screen.findByRole('button', { name: 'Change 1 push campaign' });
  expect(screen.getByRole('table').textContent).toContain('RainAge of subscriptionsAnyUp to 7 days');
  expect(sentBodies(calls)).toEqual([
    { uuids: ['u-1'], change: { subscription_age: { from_days: 0, to_days: 7 } }, dry_run: true },
  ]);
});

it('tells what somebody changed since the look, and gives back only what it changed itself', async () => {
  const told = vi.spyOn(notifications, 'show').mockImplementation(() => '');
  const row = (id: number, version: number) => {
    const before = { ...EVERYBODY, name: `Group ${id}`, auto_start_ads: true, version };
    return {
      id,
      fields: ['auto_start_ads'],
      before,
      after: { ...before, auto_start_ads: false, version: version + 1 },
    };
  };
  const late = { id: 6, name: 'Group 6', detail: 'it was changed since you looked', errors: {} };
  const calls = stubApi({
    'GET /api/oauth2/user': ok({ data: { id: 7 } }),
    'PUT /api/advertiser/ad_groups/all': ({ body }) => {
      const { dry_run } = body as { dry_run: boolean };
      const groups = dry_run ? [row(5, 3), row(6, 8)] : [row(5, 3)];
      return ok({ data: { is_dry_run: dry_run, groups, refused: dry_run ? [] : [late] } });
    },
  });
  showAt('/here', <BulkSettings id="settings" kind={GROUP_SETTINGS} keys={[5, 6]} />);
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Start of approved ads' }));
  fireEvent.click(screen.getByRole('button', { name: 'Show what changes' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Change 2 groups' }));
  expect(await screen.findByText(/“Group 6” stays as it is: it was changed since you looked/)).toBeTruthy();
  expect(told.mock.lastCall?.[0].title).toBe('1 group changed');
  const Message = () => told.mock.lastCall?.[0].message;
  show(<Message />);
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(sentBodies(calls)).toHaveLength(3));
  expect(sentBodies(calls).slice(1)).toEqual([
    {
      ids: [5, 6],
      change: { auto_start_ads: true },
      versions: [
        { id: 5, version: 3 },
        { id: 6, version: 8 },
      ],
      dry_run: false,
    },
    { ids: [5], change: { auto_start_ads: true }, versions: [{ id: 5, version: 4 }], dry_run: false },
  ]);
});

it('goes on with what is left where a part fails, and says by name what a part refuses as a whole', async () => {
  const told = vi.spyOn(notifications, 'show').mockImplementation(() => '');
  const ids = Array.from({ length: 202 }, (_, at) => at + 1);
  const row = (id: number) => ({
    id,
    fields: ['pacing'],
    before: { ...EVERYBODY, name: `Campaign ${id}`, pacing: 'even' },
    after: { ...EVERYBODY, name: `Campaign ${id}`, pacing: 'asap', version: 4 },
  });
  const late = (id: number) => ({ id, name: `Campaign ${id}`, detail: 'it was changed since you looked', errors: {} });
  let tries = 0;
  const calls = stubApi({
    'GET /api/oauth2/user': ok({ data: { id: 7 } }),
    'PUT /api/advertiser/campaigns/all': ({ body }) => {
      const { ids: some, dry_run, versions } = body as { ids: number[]; dry_run: boolean; versions?: unknown };
      if (some[0] === 201 && !dry_run) {
        tries += 1;
        const status = tries === 1 ? 503 : 409;
        return { status, body: { title: 'Not now', status, detail: 'Not now' } };
      }
      const isLook = dry_run && versions !== undefined;
      const campaigns = isLook ? [] : some.map(row);
      return ok({ data: { is_dry_run: dry_run, campaigns, refused: isLook ? some.map(late) : [] } });
    },
  });
  showAt('/here', <BulkSettings id="settings" kind={CAMPAIGN_SETTINGS} keys={ids} />);
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Pacing' }));
  fireEvent.click(screen.getByRole('button', { name: 'Show what changes' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Change 202 campaigns' }, { timeout: 10_000 }));
  const rest = await screen.findByRole('button', { name: 'Change 2 campaigns' }, { timeout: 10_000 });
  expect(told.mock.lastCall?.[0].title).toBe('200 campaigns changed');
  fireEvent.click(rest);
  expect(await screen.findByText(/“Campaign 202” stays as it is: it was changed since you looked/)).toBeTruthy();
  expect(screen.queryByText('Not now')).toBeNull();
  const sent = sentBodies(calls).slice(2) as { ids: number[]; dry_run: boolean }[];
  expect(sent.map(({ ids: some, dry_run }) => [some.length, dry_run])).toEqual([
    [200, false],
    [2, false],
    [2, false],
    [2, true],
  ]);
}, 20_000);

it('changes the others of a part of which somebody changed one on the way', async () => {
  const told = vi.spyOn(notifications, 'show').mockImplementation(() => '');
  const row = (id: number) => {
    const before = { ...EVERYBODY, name: `Group ${id}`, auto_start_ads: true };
    return { id, fields: ['auto_start_ads'], before, after: { ...before, auto_start_ads: false, version: 4 } };
  };
  const late = { id: 6, name: 'Group 6', detail: 'it was changed since you looked', errors: {} };
  const calls = stubApi({
    'GET /api/oauth2/user': ok({ data: { id: 7 } }),
    'PUT /api/advertiser/ad_groups/all': ({ body }) => {
      const { ids, dry_run, versions } = body as { ids: number[]; dry_run: boolean; versions?: unknown };
      const isMet = versions !== undefined && ids.includes(6);
      if (isMet && !dry_run) return { status: 409, body: { title: 'Conflict', status: 409, detail: 'Changed' } };
      const groups = ids.filter((id) => !isMet || id !== 6).map(row);
      return ok({ data: { is_dry_run: dry_run, groups, refused: isMet ? [late] : [] } });
    },
  });
  showAt('/here', <BulkSettings id="settings" kind={GROUP_SETTINGS} keys={[5, 6, 8]} />);
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Start of approved ads' }));
  fireEvent.click(screen.getByRole('button', { name: 'Show what changes' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Change 3 groups' }));
  expect(await screen.findByText(/“Group 6” stays as it is: it was changed since you looked/)).toBeTruthy();
  expect(told.mock.lastCall?.[0].title).toBe('2 groups changed');
  const sent = sentBodies(calls) as { ids: number[]; dry_run: boolean }[];
  expect(sent.map(({ ids, dry_run }) => [ids, dry_run])).toEqual([
    [[5, 6, 8], true],
    [[5, 6, 8], false],
    [[5, 6, 8], true],
    [[5, 8], false],
  ]);
});

it('has what is wrong mended beside its field before anything is sent', async () => {
  const before = { ...EVERYBODY, name: 'Rain' };
  const plan = {
    is_dry_run: true,
    campaigns: [{ uuid: 'u-1', fields: ['frequency_cap'], before, after: before }],
    refused: [],
  };
  const calls = stubApi({
    'GET /api/oauth2/user': ok({ data: { id: 7 } }),
    'PUT /api-push-proxy/campaigns/all': ok({ data: plan }),
  });
  showAt('/here', <BulkSettings id="settings" kind={PUSH_SETTINGS} keys={['u-1']} />);
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Age of subscriptions' }));
  fireEvent.click(screen.getByRole('checkbox', { name: 'Shows of an ad to one person' }));
  const field = (name: string) => screen.getByRole('textbox', { name });
  const ask = () => fireEvent.click(screen.getByRole('button', { name: 'Show what changes' }));
  fill(field('Subscribed at least, days ago'), '9');
  fill(field('Subscribed at most, days ago'), '7');
  ask();
  await screen.findByText('Age of subscriptions: The oldest is younger than the youngest.');
  fill(field('Subscribed at most, days ago'), '30');
  fill(field('Shows of an ad to one person'), '3');
  // It is emptied to be typed anew.
  fill(field('In so many hours'), '');
  ask();
  await screen.findByText('Shows of an ad to one person: Say in how many hours.');
  expect(sentBodies(calls)).toEqual([]);
  fill(field('In so many hours'), '12');
  ask();
  await screen.findByRole('button', { name: 'Change 1 push campaign' });
  expect(sentBodies(calls)).toEqual([
    {
      uuids: ['u-1'],
      change: { subscription_age: { from_days: 9, to_days: 30 }, frequency_cap: { shows: 3, hours: 12 } },
      dry_run: true,
    },
  ]);
});

it.each([
  ['change.subscription_age.to_days', 'Age of subscriptions'],
  ['change.frequency_cap.hours', 'Shows of an ad to one person'],
  ['change.countries.0', 'Places'],
  ['change', 'Change'],
])('calls %s what the dialog calls it', (field, label) => expect(fieldLabel(field)).toBe(label));

it('changes keywords of many groups', async () => {
  const before = { ...EVERYBODY, name: 'Boots', keywords: [], excluded_keywords: [] };
  const after = { ...before, keywords: ['marathon'] };
  const calls = stubApi({
    'GET /api/oauth2/user': ok({ data: { id: 7 } }),
    'PUT /api/advertiser/ad_groups/all': ok({
      data: { is_dry_run: true, groups: [{ id: 5, fields: ['keywords'], before, after }], refused: [] },
    }),
  });
  showAt('/here', <BulkSettings id="settings" kind={GROUP_SETTINGS} keys={[5]} />);
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Keywords of the page' }));
  const field = screen.getByLabelText('Only pages with one of these');
  fill(field, 'Marathon');
  fireEvent.keyDown(field, { key: 'Enter' });
  fireEvent.click(screen.getByRole('button', { name: 'Show what changes' }));
  await screen.findByRole('button', { name: 'Change 1 group' });
  expect(screen.getByRole('table').textContent).toContain('KeywordsAny pagemarathon');
  expect(sentBodies(calls)).toEqual([
    { ids: [5], change: { keywords: ['marathon'], excluded_keywords: [] }, dry_run: true },
  ]);
});

it('stays open while it is answered, also after the first of several calls', async () => {
  vi.spyOn(notifications, 'show').mockImplementation(() => '');
  stubApi({ 'GET /api/oauth2/user': ok({ data: { id: 7 } }) });
  const asked: ((plan: Plan) => void)[] = [];
  const send = () => new Promise<Plan>((resolve) => void asked.push(resolve));
  const before = { ...EVERYBODY, name: 'Group', auto_start_ads: true };
  const after = { ...before, auto_start_ads: false };
  const keys = Array.from({ length: 201 }, (_, at) => at + 1);
  const rows = keys.map((key) => ({ key, fields: ['auto_start_ads'], before, after })) as unknown as Plan['changed'];
  const button = (name: string) => screen.getByRole('button', { name });
  const answer = async (call: number, plan: Plan, beside: string) => {
    await waitFor(() => expect(asked).toHaveLength(call));
    expect(isDialogHeld()).toBe(true);
    expect(button(beside)).toBeDisabled();
    fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
    await act(async () => asked.at(-1)?.(plan));
  };
  showAt('/here', <main />);
  await screen.findByRole('main');
  act(() => askSettings({ ...GROUP_SETTINGS, send }, keys));
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Start of approved ads' }));
  fireEvent.click(button('Show what changes'));
  await answer(1, { changed: rows.slice(0, 200), refused: [] }, 'Cancel');
  await answer(2, { changed: rows.slice(200), refused: [] }, 'Cancel');
  const run = await screen.findByRole('button', { name: 'Change 201 groups' });
  expect(isDialogHeld()).toBe(false);
  fireEvent.click(run);
  await answer(3, { changed: rows.slice(0, 200), refused: [] }, 'Back');
  const refused = [{ key: 201, name: 'Late', detail: 'it was changed since you looked' }];
  await answer(4, { changed: [], refused }, 'Back');
  expect(await screen.findByText(/“Late” stays as it is: it was changed since you looked/)).toBeInTheDocument();
  expect(isDialogHeld()).toBe(false);
}, 20_000);
