import { notifications } from '@mantine/notifications';
import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ok, stubApi } from '~/test/api-stub';
import { showAt } from '~/test/show';
import { MainLink } from '../list/empty-place';
import { NEW_RULE } from './rules-list';
import { RulesList } from './rules-part';

const rule = (id: number, name: string, rest: object = {}) => ({
  id,
  name,
  is_on: true,
  asked_count: 0,
  acted_count: 2,
  subject_id: 1,
  conditions: [],
  window_id: 1,
  action: { kind_id: 1 },
  ...rest,
});
const RULES = [rule(1, 'Dear sites'), rule(2, 'Tired ads', { asked_count: 1 }), rule(3, 'Old', { is_on: false })];

const told = vi.spyOn(notifications, 'show').mockImplementation(() => '');
const onOpen = vi.fn();

async function open(answers: Parameters<typeof stubApi>[0] = {}, search = '') {
  let rules = RULES;
  const put = (id: number, is_on: boolean) => () => {
    rules = rules.map((one) => (one.id === id ? { ...one, is_on } : one));
    return ok({ data: rules.find((one) => one.id === id) });
  };
  const calls = stubApi({
    'GET /api/oauth2/user': ok({ data: { id: 7 } }),
    'GET /api/advertiser/rules': () => ok({ data: rules, next_run_at: '2026-01-01T10:00:00Z' }),
    'PUT /api/advertiser/rules/1/stop': put(1, false),
    'PUT /api/advertiser/rules/1/start': put(1, true),
    ...answers,
  });
  showAt(`/advertiser/rules${search}`, <RulesList chosen={2} onOpen={onOpen} />);
  await screen.findByText('Tired ads');
  return () => calls.filter(({ method }) => method === 'PUT').map(({ path }) => path.split('/').slice(-2).join(' '));
}

beforeEach(() => {
  told.mockClear();
  localStorage.clear();
});
afterEach(() => vi.unstubAllGlobals());

it('stops a rule, and offers to start it again', async () => {
  const put = await open();
  await userEvent.click(screen.getByRole('switch', { name: 'Dear sites is on' }));
  expect(await screen.findByRole('switch', { name: 'Dear sites is off' })).not.toBeChecked();
  expect(told.mock.lastCall?.[0].title).toBe('Rule stopped');
  const Message = () => told.mock.lastCall?.[0].message;
  await userEvent.click(within(render(<Message />).container).getByRole('button', { name: 'Undo' }));
  expect(await screen.findByRole('switch', { name: 'Dear sites is on' })).toBeChecked();
  expect(put()).toEqual(['1 stop', '1 start']);
  // It shows by itself.
  expect(told).toHaveBeenCalledTimes(1);
});

it('waits with the one row alone, and says why a rule was not stopped', async () => {
  await open({
    'PUT /api/advertiser/rules/1/stop': { status: 409, body: { detail: 'It acts just now.', status: 409 } },
  });
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const asked = globalThis.fetch;
  vi.stubGlobal('fetch', async (input: Request) => {
    if (input.url.endsWith('/stop')) await held;
    return asked(input);
  });
  await userEvent.click(screen.getByRole('switch', { name: 'Dear sites is on' }));
  const row = within(screen.getByRole('row', { name: /Dear sites/ }));
  expect(await row.findByText('Stopping…')).toBeInTheDocument();
  expect(screen.getByRole('switch', { name: 'Old is off' })).toBeEnabled();
  await act(async () => answer());
  expect(await screen.findByRole('switch', { name: 'Dear sites is on' })).toBeChecked();
  expect(told.mock.lastCall?.[0].title).toBe('The rule was not stopped');
});

it('has a rule that waits for its owner under two tabs', async () => {
  await open({}, '?status=waits');
  expect(screen.queryByText('Dear sites')).not.toBeInTheDocument();
  const tabs = screen.getByRole('tablist', { name: 'Rules' });
  expect(
    within(tabs)
      .getAllByRole('tab')
      .map(({ textContent }) => textContent),
  ).toEqual(['All3', 'On2', 'Waits for you1', 'Off1']);
});

it('opens a rule below the list and marks which one is open', async () => {
  await open();
  expect(screen.getByRole('button', { name: 'Tired ads' })).toHaveAttribute('aria-expanded', 'true');
  expect(screen.getByRole('row', { name: /Tired ads/ })).toHaveAttribute('aria-current', 'true');
  await userEvent.click(screen.getByRole('button', { name: 'Old' }));
  expect(onOpen).toHaveBeenCalledWith(3);
});

it('makes a new rule without leaving the tab that is open', async () => {
  showAt('/advertiser/rules?status=off', <MainLink {...NEW_RULE} />);
  expect(await screen.findByRole('link', { name: 'New rule' })).toHaveAttribute(
    'href',
    '/advertiser/rules?status=off&rule=new',
  );
});
