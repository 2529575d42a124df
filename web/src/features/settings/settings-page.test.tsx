import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import type { Setting } from '~/api/sdk';
import { ok, stubApi } from '~/test/api-stub';
import { show } from '~/test/show';
import { SettingsPage } from './settings-page';

afterEach(() => vi.unstubAllGlobals());

const setting = (name: string, title: string) =>
  ({
    name,
    title,
    about: '',
    who: 'the owner',
    kind: 'whole',
    value: 5,
    default_value: 5,
    range: '1 to 9',
    is_changed: false,
    version: 1,
  }) as unknown as Setting;

function open() {
  const settings = [setting('limits.a', 'Logins'), setting('limits.b', 'Mails')];
  stubApi({
    'GET /api/oauth2/user': ok({ data: { id: 1 } }),
    'GET /api/admin/settings': ok({ data: [{ name: 'limits', title: 'Limits', about: 'Of all.', settings }] }),
    'PUT /api/admin/settings/limits.b': ok({ data: { ...settings[1], version: 2 } }),
  });
  const root = createRootRoute();
  const cabinet = createRoute({ getParentRoute: () => root, id: '_cabinet' });
  const page = createRoute({ getParentRoute: () => cabinet, path: '/admin/settings', component: SettingsPage });
  const router = createRouter({
    routeTree: root.addChildren([cabinet.addChildren([page])]),
    history: createMemoryHistory({ initialEntries: ['/admin/settings'] }),
    context: { findPage: () => null } as never,
  });
  show(<RouterProvider router={router} />);
}

it('has the focus at the button of a setting when its form is closed, or what was typed is in force', async () => {
  open();
  for (const end of ['Cancel', 'Put in force']) {
    await userEvent.click(await screen.findByRole('button', { name: 'Change Mails' }));
    const field = screen.getByRole('textbox', { name: 'Mails' });
    expect(field).toHaveFocus();
    await userEvent.clear(field);
    await userEvent.type(field, '6');
    screen.getByRole('button', { name: end }).focus();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Change Mails' })).toHaveFocus());
  }
});

it('has the focus at the button of the setting whose form is closed, also where another one is open', async () => {
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Change Logins' }));
  await userEvent.click(screen.getByRole('button', { name: 'Change Mails' }));
  const [first] = screen.getAllByRole('button', { name: 'Cancel' });
  first?.focus();
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Change Logins' })).toHaveFocus());
  screen.getByRole('button', { name: 'Cancel' }).focus();
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Change Mails' })).toHaveFocus());
});
