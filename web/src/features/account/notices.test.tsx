import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { ok, refused, stubApi } from '~/test/api-stub';
import { showAt } from '~/test/show';
import type { AccountNotice } from './api';
import { Notices } from './notices';

afterEach(() => vi.unstubAllGlobals());

it('tells the server of one switch after the other, the last one last', async () => {
  const kind = (name: string) => ({ kind: name, label: name, is_in_list: true, is_by_mail: true, is_required: false });
  const stored = ['ad_approved', 'low_balance'].map(kind) as AccountNotice[];
  const calls = stubApi({
    'GET /api/oauth2/user': ok({ data: { id: 7 } }),
    'GET /api/account/notices': ok({ data: stored }),
    'PUT /api/account/notices': ok({ data: stored }),
  });
  const asked = globalThis.fetch;
  let answer = () => {};
  let held: Promise<void> | null = new Promise((resolve) => {
    answer = resolve;
  });
  const sent: string[] = [];
  vi.stubGlobal('fetch', async (input: Request) => {
    if (input.method === 'PUT') {
      sent.push(await input.clone().text());
      await held;
    }
    return asked(input);
  });
  showAt('/account', <Notices />);
  fireEvent.click(await screen.findByLabelText('ad_approved: in the list'));
  await waitFor(() => expect(sent).toHaveLength(1));
  fireEvent.click(screen.getByLabelText('low_balance: by mail'));
  await waitFor(() => expect(screen.getByLabelText('low_balance: by mail')).not.toBeChecked());
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  expect(sent).toHaveLength(1);
  held = null;
  await act(async () => answer());
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent.map((body) => JSON.parse(body))).toEqual([
    { list_off: ['ad_approved'], mail_off: [] },
    { list_off: ['ad_approved'], mail_off: ['low_balance'] },
  ]);
  await waitFor(() => expect(calls.filter(({ method }) => method === 'PUT')).toHaveLength(2));
});

it('switches back what was refused alone, and does not ask for it once more with the next one', async () => {
  const kind = (name: string) => ({ kind: name, label: name, is_in_list: true, is_by_mail: true, is_required: false });
  const stored = ['ad_approved', 'low_balance'].map(kind) as AccountNotice[];
  const sent: unknown[] = [];
  stubApi({
    'GET /api/oauth2/user': ok({ data: { id: 7 } }),
    'GET /api/account/notices': ok({ data: stored }),
    'PUT /api/account/notices': ({ body }) => {
      sent.push(body);
      return sent.length === 1 ? refused({}) : ok({ data: stored });
    },
  });
  const asked = globalThis.fetch;
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  vi.stubGlobal('fetch', async (input: Request) => {
    if (input.method === 'PUT') await held;
    // What is asked for after the changes tells nothing here.
    else if (sent.length > 0) return new Promise(() => undefined);
    return asked(input);
  });
  showAt('/account', <Notices />);
  fireEvent.click(await screen.findByLabelText('ad_approved: in the list'));
  await waitFor(() => expect(screen.getByLabelText('ad_approved: in the list')).not.toBeChecked());
  fireEvent.click(screen.getByLabelText('low_balance: by mail'));
  await waitFor(() => expect(screen.getByLabelText('low_balance: by mail')).not.toBeChecked());
  await act(async () => answer());
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]).toEqual({ list_off: [], mail_off: ['low_balance'] });
  expect(screen.getByLabelText('ad_approved: in the list')).toBeChecked();
  expect(screen.getByLabelText('low_balance: by mail')).not.toBeChecked();
});
