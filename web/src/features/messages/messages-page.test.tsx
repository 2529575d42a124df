import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { session } from '~/app/session';
import { ok, stubApi } from '~/test/api-stub';
import { showAt } from '~/test/show';
import { MessagesPage } from './messages-page';

const MESSAGE = {
  id: 3,
  name: 'Eve',
  email: 'eve@shop.example',
  topic: 'Money',
  message: 'When do you pay?',
  is_done: false,
  created_at: '2026-01-02T00:00:00Z',
};

async function open(type_id: number) {
  let rows = [MESSAGE];
  const calls = stubApi({
    'GET /api/oauth2/user': ok({ data: { id: 7, type_id } }),
    'GET /api/admin/contact_messages': () =>
      ok({ data: rows, pagination: { current_page: 1, last_page: 1, per_page: 50, total: rows.length } }),
    'PUT /api/admin/contact_messages/3': () => {
      rows = [];
      return ok({ data: { ...MESSAGE, is_done: true } });
    },
  });
  const token = `x.${btoa('{"sub":"7","sid":1}')}.x`;
  session.begin({ access_token: token, refresh_token: 'r', expires_in: 3600 });
  showAt('/admin/messages', <MessagesPage />);
  const message = await screen.findByRole('article', { name: 'Message of Eve' });
  await vi.waitFor(() => expect(calls.some((call) => call.path === '/api/oauth2/user')).toBe(true));
  return { calls, message: within(message) };
}

afterEach(() => {
  act(() => session.end('logout'));
  vi.unstubAllGlobals();
});

it('lets god mark a message as done', async () => {
  const { calls, message } = await open(12);
  fireEvent.click(await message.findByRole('button', { name: 'Done' }));
  expect(await screen.findByText('No message waits')).toBeInTheDocument();
  expect(calls.find((call) => call.method === 'PUT')?.body).toEqual({ is_done: true });
});

it('lets sales read it alone', async () => {
  const { message } = await open(13);
  expect(message.getByText('When do you pay?')).toBeInTheDocument();
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  expect(message.queryByRole('button')).not.toBeInTheDocument();
});
