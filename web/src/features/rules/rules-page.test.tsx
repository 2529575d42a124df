import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ok, stubApi } from '~/test/api-stub';
import { show } from '~/test/show';
import { RulesPage } from './rules-page';

vi.mock('./dry-run', () => ({ DryRun: () => null }));

const rule = (id: number, name: string, is_on: boolean) => ({
  id,
  name,
  is_on,
  asked_count: 0,
  acted_count: 0,
  subject_id: 1,
  campaigns: [],
  conditions: [],
  window_id: 1,
  least_shows: 0,
  least_clicks: 0,
  action: { kind_id: 1 },
  version: 1,
});
const pagination = { current_page: 1, last_page: 1, per_page: 20, total: 0 };

function showRules(search: string) {
  const root = createRootRoute();
  const cabinet = createRoute({ getParentRoute: () => root, id: '_cabinet' });
  const page = createRoute({ getParentRoute: () => cabinet, path: '/advertiser/rules', component: RulesPage });
  const router = createRouter({
    routeTree: root.addChildren([cabinet.addChildren([page])]),
    history: createMemoryHistory({ initialEntries: [`/advertiser/rules${search}`] }),
    context: { findPage: () => null } as never,
  });
  show(<RouterProvider router={router} />);
  return router;
}

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

it('shows a new rule in the list, whatever tab was open', async () => {
  let rules = [rule(1, 'Old', false)];
  stubApi({
    'GET /api/oauth2/user': ok({ data: { id: 7 } }),
    'GET /api/advertiser/rules': () => ok({ data: rules, next_run_at: '2026-01-01T10:00:00Z' }),
    'GET /api/advertiser/rules/log': ok({ data: [], pagination }),
    'GET /api/advertiser/campaigns/list_for_copy': ok({ data: [], pagination }),
    'POST /api/advertiser/rules': () => {
      const made = rule(2, 'Dear sites', true);
      rules = [made, ...rules];
      return ok({ data: made });
    },
  });
  const router = showRules('?status=off');
  await userEvent.click(await screen.findByRole('link', { name: 'New rule' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Save rule' }));
  expect(await screen.findByRole('row', { name: /Dear sites/ })).toHaveAttribute('aria-current', 'true');
  expect(screen.getByRole('row', { name: /Old/ })).toBeInTheDocument();
  expect(router.state.location.search).toEqual({ rule: '2' });
});
