import { notifications } from '@mantine/notifications';
import { IconCheck, IconX } from '@tabler/icons-react';
import { onlineManager, useMutation } from '@tanstack/react-query';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { deleteSessionMutation, listSessionsOptions } from '~/api/queries';
import type { SessionResource } from '~/api/sdk';
import { ok, stubApi } from '~/test/api-stub';
import { showAt } from '~/test/show';
import { focusOn } from '~/ui/focus';
import { byId } from './change';
import { ListWithForm } from './list-with-form';
import { allOf } from './locally';
import type { ListSpec } from './spec';

const LIST: ListSpec<SessionResource> = {
  name: 'with-form',
  noun: ['wallet', 'wallets'],
  rowName: ({ browser }) => browser,
  told: ['listSessions'],
  sizes: false,
  rows: allOf(listSessionsOptions, { words: ({ browser }) => browser }),
  named: { id: 'number', label: 'Wallet', aside: () => null },
  actions: [
    {
      label: 'Approve',
      icon: IconCheck,
      change: { done: 'approved', each: byId(deleteSessionMutation), leaves: true },
    },
    {
      label: 'Delete',
      icon: IconX,
      change: { done: 'deleted', each: byId(deleteSessionMutation), leaves: true, ask: () => ({ body: 'Really?' }) },
    },
    { label: 'Reject', icon: IconX, form: 'reject' },
  ],
  first: { title: 'No wallet yet', text: '' },
};

const rowsOf = (...ids: number[]) => ids.map((id) => ({ id, browser: `W${id}` }));

/** A server whose list is `rows.now`; what is asked of it waits while it is held. */
function serve(...ids: number[]) {
  const rows: { now: ReturnType<typeof rowsOf>; fails?: true } = { now: rowsOf(...ids) };
  const gone = (id: number) => () => {
    rows.now = rows.now.filter((row) => row.id !== id);
    return { status: 204 };
  };
  const calls = stubApi({
    'GET /api/oauth2/user': ok({ data: { id: 7 } }),
    'GET /api/account/sessions': () => (rows.fails ? { status: 500, body: {} } : ok({ data: rows.now })),
    ...Object.fromEntries([1, 2, 3, 4].map((id) => [`DELETE /api/account/sessions/${id}`, gone(id)])),
  });
  const asked = globalThis.fetch;
  let held: Promise<void> | null = null;
  let go = () => {};
  vi.stubGlobal('fetch', async (input: Request) => {
    if (input.method === 'GET' && input.url.endsWith('/sessions')) await held;
    return asked(input);
  });
  const hold = () => {
    held = new Promise((resolve) => {
      go = resolve;
    });
  };
  return { calls, rows, hold, go: () => act(async () => go()) };
}

function Form({ form, close }: { form: string; close(): void }) {
  const { mutate } = useMutation(deleteSessionMutation());
  const save = () => mutate({ path: { id: 4 } }, { onSuccess: close });
  return (
    <form>
      <button ref={focusOn} type="button" onClick={close}>
        Close {form}
      </button>
      <button type="button" onClick={save}>
        Save
      </button>
    </form>
  );
}

/** The list in a page, as a part of it unless said. */
const open = ({ isPart = true, ...more }: { isPart?: boolean; every?: number } = {}) =>
  showAt(
    '/admin/wallets',
    <main>
      {isPart && <h1>Wallets</h1>}
      <ListWithForm spec={{ ...LIST, ...more }} isPart={isPart} create={{ label: 'New wallet' }}>
        {({ form, close }) => <Form form={form} close={close} />}
      </ListWithForm>
    </main>,
  );

const button = (name: string) => screen.getByRole('button', { name });
const choose = async (row: string, action: string) => {
  await userEvent.click(button(`More for ${row}`));
  await userEvent.click(await screen.findByRole('menuitem', { name: action }));
};
const pause = (ms: number) => act(() => new Promise((resolve) => setTimeout(resolve, ms)));

vi.spyOn(notifications, 'show').mockImplementation(() => '');
beforeEach(() => {
  localStorage.clear();
  return () => {
    onlineManager.setOnline(true);
    vi.unstubAllGlobals();
    vi.mocked(Date.now).mockRestore?.();
  };
});

it('has the button of a form in the empty place, and the form in place of both', async () => {
  serve();
  open();
  expect(await screen.findByText('No wallet yet')).toBeInTheDocument();
  fireEvent.click(button('New wallet'));
  expect(screen.queryByText('No wallet yet')).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'New wallet' })).not.toBeInTheDocument();
  fireEvent.click(button('Close new'));
  expect(screen.getByText('No wallet yet')).toBeInTheDocument();
  expect(screen.getAllByRole('button', { name: 'New wallet' })).toHaveLength(1);
  expect(button('New wallet')).toHaveFocus();
});

it('gives the focus back to the button of a new row, which is made anew', async () => {
  serve(1);
  open();
  await screen.findByText('W1');
  fireEvent.click(button('New wallet'));
  expect(button('Close new')).toHaveFocus();
  fireEvent.click(button('Close new'));
  expect(button('New wallet')).toHaveFocus();
});

it('gives the focus back to the menu that opened the form of a row', async () => {
  serve(1, 2);
  open();
  await screen.findByText('W2');
  await choose('W2', 'Reject');
  await waitFor(() => expect(button('Close reject')).toHaveFocus());
  // Also where another form was open.
  await choose('W1', 'Reject');
  await waitFor(() => expect(button('Close reject')).toHaveFocus());
  await userEvent.click(button('Close reject'));
  expect(button('More for W1')).toHaveFocus();
});

it('leads to the heading when the row of a form is gone by then', async () => {
  const { rows } = serve(1, 2);
  open({ every: 100 });
  await screen.findByText('W2');
  await choose('W2', 'Reject');
  rows.now = rowsOf(1);
  await waitFor(() => expect(screen.queryByText('W2')).not.toBeInTheDocument());
  await userEvent.click(button('Close reject'));
  expect(screen.getByRole('heading', { name: 'Wallets' })).toHaveFocus();
});

it('does nothing with what is selected when a row leaves by its menu', async () => {
  const { calls } = serve(1, 2, 3, 4);
  open();
  await screen.findByText('W4');
  for (const name of ['W1', 'W2']) await userEvent.click(screen.getByRole('checkbox', { name: `Select ${name}` }));
  await choose('W4', 'Approve');
  await waitFor(() => expect(screen.queryByText('W4')).not.toBeInTheDocument());
  await pause(50);
  expect(screen.getByRole('heading', { name: 'Wallets' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await pause(50);
  expect(calls.filter(({ method }) => method === 'DELETE').map(({ path }) => path)).toEqual([
    '/api/account/sessions/4',
  ]);
});

it('takes the focus from nobody who has left the list', async () => {
  const { rows } = serve(1, 2);
  open({ isPart: false, every: 100 });
  await screen.findByText('W2');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select W1' }));
  await userEvent.click(button('Clear the selection'));
  expect(document.body).toHaveFocus();
  rows.now = rowsOf(1, 2, 3);
  await screen.findByText('W3');
  expect(document.body).toHaveFocus();
});

it('keeps the focus on the button for a new row where it moves to the empty place', async () => {
  const { hold, go } = serve();
  hold();
  open();
  const first = await screen.findByRole('button', { name: 'New wallet' });
  act(() => first.focus());
  await go();
  await screen.findByText('No wallet yet');
  expect(first).not.toBeInTheDocument();
  expect(button('New wallet')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(button('Close new')).toBeInTheDocument();
});

it('says nothing of an empty list after its first row was made, until it is there', async () => {
  const { rows, hold, go } = serve();
  open();
  await screen.findByText('No wallet yet');
  fireEvent.click(button('New wallet'));
  rows.now = rowsOf(1);
  hold();
  await userEvent.click(button('Save'));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Close new' })).not.toBeInTheDocument());
  expect(screen.queryByText('No wallet yet')).not.toBeInTheDocument();
  expect(screen.getByRole('table')).toHaveAttribute('aria-busy', 'true');
  expect(button('New wallet')).toHaveFocus();
  await go();
  expect(await screen.findByText('W1')).toBeInTheDocument();
  expect(button('New wallet')).toHaveFocus();
});

it('says that a bare list did not load after its first row was made, and asks once more', async () => {
  const { rows } = serve();
  open();
  await screen.findByText('No wallet yet');
  fireEvent.click(button('New wallet'));
  rows.fails = true;
  await userEvent.click(button('Save'));
  expect(await screen.findByText('The wallets did not load')).toBeInTheDocument();
  expect(screen.queryByText('No wallet yet')).not.toBeInTheDocument();
  delete rows.fails;
  rows.now = rowsOf(1);
  await userEvent.click(button('Try again'));
  expect(await screen.findByText('W1')).toBeInTheDocument();
});

it('waits for the connection with a bare list after its first row was made', async () => {
  const { rows } = serve();
  open();
  await screen.findByText('No wallet yet');
  fireEvent.click(button('New wallet'));
  rows.now = rowsOf(1);
  act(() => onlineManager.setOnline(false));
  await userEvent.click(button('Save'));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Close new' })).not.toBeInTheDocument());
  expect(screen.queryByText('No wallet yet')).not.toBeInTheDocument();
  expect(screen.getByRole('table')).toHaveAttribute('aria-busy', 'true');
  act(() => onlineManager.setOnline(true));
  expect(await screen.findByText('W1')).toBeInTheDocument();
});

it('tells a newer answer by a clock that was set back, too', async () => {
  const { hold, go } = serve();
  open();
  await screen.findByText('No wallet yet');
  fireEvent.click(button('New wallet'));
  hold();
  await userEvent.click(button('Save'));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Close new' })).not.toBeInTheDocument());
  expect(screen.queryByText('No wallet yet')).not.toBeInTheDocument();
  const now = Date.now();
  vi.spyOn(Date, 'now').mockReturnValue(now - 3_600_000);
  await go();
  expect(await screen.findByText('No wallet yet')).toBeInTheDocument();
});

it('stays empty when nothing was saved, whatever is asked for meanwhile', async () => {
  const { hold, go } = serve();
  open({ every: 50 });
  await screen.findByText('No wallet yet');
  fireEvent.click(button('New wallet'));
  hold();
  await pause(80);
  fireEvent.click(button('Close new'));
  expect(screen.getByText('No wallet yet')).toBeInTheDocument();
  await go();
});

it('leads to the heading when a row leaves after a question, by the next look at the list', async () => {
  const { hold, go } = serve(1, 2);
  open();
  await screen.findByText('W2');
  await choose('W2', 'Delete');
  hold();
  await userEvent.click(await screen.findByRole('button', { name: 'Delete 1' }));
  await waitFor(() => expect(button('More for W2')).toHaveFocus());
  await go();
  await waitFor(() => expect(screen.queryByText('W2')).not.toBeInTheDocument());
  expect(screen.getByRole('heading', { name: 'Wallets' })).toHaveFocus();
});

it('leaves the focus with who went on before a row leaves', async () => {
  const { rows } = serve(1, 2);
  open({ every: 100 });
  await screen.findByText('W2');
  button('More for W2').focus();
  act(() => button('More for W2').blur());
  rows.now = rowsOf(1);
  await waitFor(() => expect(screen.queryByText('W2')).not.toBeInTheDocument());
  expect(document.body).toHaveFocus();
});
