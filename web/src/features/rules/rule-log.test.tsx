import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Rule, RuleAction } from '~/api/sdk';
import { RuleActionKind, RuleActionState, RuleSubject } from '~/api/words';
import { ok, type StubbedCall, stubApi } from '~/test/api-stub';
import { showAt } from '~/test/show';
import * as told from '~/ui/toast';
import { RuleLog } from './rule-log';

const saved: { text: string; name: string }[] = [];
vi.mock('~/api/download', async (original) => ({
  ...(await original<typeof import('~/api/download')>()),
  saveFile: (content: Blob, name: string) => content.text().then((text) => saved.push({ text, name })),
}));
const toast = vi.spyOn(told, 'toast').mockReturnValue('t');
const warned = vi.spyOn(told, 'toastWarning').mockReturnValue();

const LOG = 'GET /api/advertiser/rules/log';
const RULES = [
  { id: 3, name: 'No leads' },
  { id: 4, name: 'Good days' },
] as Rule[];

const entry = (id: number, more: Partial<RuleAction>): RuleAction => ({
  id,
  rule_id: 3,
  rule_name: 'No leads',
  campaign_id: 8,
  campaign_name: 'Bells',
  subject_kind_id: RuleSubject.Site,
  subject_id: 82,
  subject_name: 'bad.example',
  kind_id: RuleActionKind.Block,
  state_id: RuleActionState.Done,
  before: null,
  after: null,
  figures: { shows: 600, clicks: 12, spent: 12.5, leads: 0, revenue: 0 },
  why: 'Spent $12,50 and no lead.',
  at: '2026-11-20T10:00:00Z',
  decided_at: null,
  can_undo: true,
  ...more,
});

const ENTRIES = [
  entry(9, { state_id: RuleActionState.Asked, can_undo: false }),
  entry(8, {
    rule_id: 4,
    rule_name: 'Good days',
    subject_kind_id: RuleSubject.Campaign,
    subject_id: 8,
    subject_name: 'Bells',
    kind_id: RuleActionKind.RaiseLimit,
    before: 100,
    after: 120,
    at: '2026-11-19T10:00:00Z',
  }),
  entry(7, {
    state_id: RuleActionState.Undone,
    at: '2026-11-18T10:00:00Z',
    decided_at: '2026-11-19T12:00:00Z',
    can_undo: false,
  }),
];

const page = (data: RuleAction[], current_page = 1, last_page = 1, total = data.length) =>
  ok({ data, pagination: { current_page, last_page, per_page: 20, total } });

const open = async (answers: Parameters<typeof stubApi>[0] = {}): Promise<StubbedCall[]> => {
  const calls = stubApi({ [LOG]: page(ENTRIES), ...answers });
  showAt('/advertiser/rules?page=2', <RuleLog rules={RULES} />);
  await screen.findAllByRole('listitem');
  return calls;
};

const file = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'CSV' }));
  const panel = await screen.findByRole('dialog', { name: 'CSV' });
  await userEvent.click(within(panel).getByRole('button', { name: 'Save the file' }));
};

beforeEach(() => {
  vi.clearAllMocks();
  saved.length = 0;
});
afterEach(() => vi.unstubAllGlobals());

it('says what was done, why, and by which rule, and takes it back', async () => {
  const calls = await open({ 'PUT /api/advertiser/rules/log/8/undo': ok({ data: ENTRIES[1] }) });
  const [asked, raised, undone] = screen.getAllByRole('listitem');
  expect(asked).toHaveTextContent('Asks to block bad.example in Bells');
  expect(raised).toHaveTextContent('Daily limit of Bells: $100,00 to $120,00');
  expect(raised).toHaveTextContent('Good days');
  expect(undone).toHaveTextContent('Spent $12,50 and no lead.');
  expect(undone).toHaveTextContent('Undone');
  expect(within(undone as HTMLElement).queryByRole('button')).toBeNull();
  await userEvent.click(within(raised as HTMLElement).getByRole('button', { name: /^Undo ?of Bells$/ }));
  await vi.waitFor(() => expect(toast).toHaveBeenCalledWith('Taken back', expect.anything()));
  expect(calls.some(({ method, path }) => method === 'PUT' && path.endsWith('/log/8/undo'))).toBe(true);
});

it('lets its owner say yes or no to what it asks', async () => {
  const calls = await open({
    'PUT /api/advertiser/rules/log/9/approve': ok({ data: ENTRIES[0] }),
    'PUT /api/advertiser/rules/log/9/decline': ok({ data: ENTRIES[0] }),
  });
  const asked = within(screen.getAllByRole('listitem')[0] as HTMLElement);
  await userEvent.click(asked.getByRole('button', { name: 'No, leave bad.example alone' }));
  await vi.waitFor(() => expect(calls.some(({ path }) => path.endsWith('/9/decline'))).toBe(true));
  await vi.waitFor(() => expect(asked.getByRole('button', { name: /^Block ?bad.example$/ })).toBeEnabled());
  await userEvent.click(asked.getByRole('button', { name: /^Block ?bad.example$/ }));
  await vi.waitFor(() => expect(calls.some(({ path }) => path.endsWith('/9/approve'))).toBe(true));
});

it('becomes a file, of one rule where one is chosen', async () => {
  const [first, ...rest] = ENTRIES;
  const calls = await open({
    [LOG]: ({ path }) => {
      const asked = new URL(path, location.origin).searchParams;
      if (asked.get('count') !== '500') return page(ENTRIES);
      // One came meanwhile: the last of the first page is the first of the second.
      return asked.get('page') === '1'
        ? page([first as RuleAction], 1, 2, 3)
        : page([first as RuleAction, ...rest], 2, 2, 3);
    },
  });
  await userEvent.click(await screen.findByRole('combobox', { name: 'Rule' }));
  await userEvent.click(await screen.findByRole('option', { name: 'No leads' }));
  await screen.findAllByRole('listitem');
  await file();
  await vi.waitFor(() => expect(saved).toHaveLength(1));
  expect(saved[0]?.name).toMatch(/^rule-actions-\d{4}-\d\d-\d\d\.csv$/);
  const lines = saved[0]?.text.replace('\ufeff', '').trim().split('\r\n') ?? [];
  expect(lines).toHaveLength(4);
  expect(lines[2]).toBe(
    '2026-11-19T10:00:00Z;4;Good days;raise its daily limit;Bells;8;campaign;Bells;8;100;120;Done;;12,5;600;12;0;0;Spent $12,50 and no lead.',
  );
  expect(toast).toHaveBeenLastCalledWith('File of 3 entries saved');
  const files = calls.filter(({ path }) => path.includes('count=500'));
  expect(files.map(({ path }) => new URL(path, location.origin).searchParams.get('rule_id'))).toEqual(['3', '3']);
});

it('says of a file what it lacks: more than it holds are found', async () => {
  const at = (path: string) => Number(new URL(path, location.origin).searchParams.get('page'));
  const calls = await open({
    [LOG]: ({ path }) =>
      path.includes('count=500')
        ? page(
            Array.from({ length: 500 }, (_, place) => entry(20_000 - (at(path) - 1) * 500 - place, {})),
            at(path),
            23,
            11_250,
          )
        : page(ENTRIES),
  });
  await file();
  await vi.waitFor(() => expect(warned).toHaveBeenCalled(), { timeout: 10_000 });
  const [title, lack] = warned.mock.lastCall ?? [];
  expect(title).toMatch(/^File of 10\s000 entries saved$/);
  expect(lack).toMatch(/^It ends there: 1\s250 more are found\. Narrow the list for the rest\.$/);
  expect(calls.filter(({ path }) => path.includes('count=500'))).toHaveLength(20);
}, 20_000);

it('stands by day, and keeps its page beside that of the rules', async () => {
  const calls = await open({ [LOG]: page(ENTRIES, 1, 3, 43) });
  expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
    '20 Nov',
    '19 Nov',
    '18 Nov',
  ]);
  expect(calls.filter(({ path }) => path.includes('/rules/log')).map(({ path }) => path)).toEqual([
    expect.stringMatching(/\?page=1&count=20$/),
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'Next page' }));
  await vi.waitFor(() => expect(calls.some(({ path }) => path.includes('page=2&count=20'))).toBe(true));
});
