import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { call } from '~/api/http';
import { queryClient } from '~/app/queries';
import { session } from '~/app/session';
import { ok, refused, stubApi } from '~/test/api-stub';
import { fill, showAt } from '~/test/show';
import { FormPage } from './parts';
import { useForm } from './use-form';

interface Thing {
  id: number;
  name: string;
  limit: string;
  version: number;
}
/** A key as the generator makes them: what a change may have changed is told by its tags. */
const KEY = [{ _id: 'getThing', tags: ['advertiser'] }];
const THING: Thing = { id: 1, name: 'Spring', limit: '50', version: 3 };

function ThingForm({ thing, onSaved }: { thing?: Thing; onSaved?(thing: Thing): void }) {
  const form = useForm({
    item: thing,
    read: (of) => ({ name: of?.name ?? '', limit: of?.limit ?? '', tags: [] as string[] }),
    checks: { name: (name) => (name ? null : 'A name is needed.') },
    words: { name: 'Name', limit: { label: 'Limit', text: (limit) => `${limit} $` } },
    renamed: { money: 'limit' },
    send: async ({ name, limit }, held, how) => {
      const body = { name, limit, ...(held ? { version: held.version } : {}), ...(how ? { how } : {}) };
      return (await call<{ data: Thing }>(held ? 'PUT' : 'POST', '/api/thing', { body })).data;
    },
    saved: (saved) => onSaved?.(saved),
  });
  return (
    <FormPage form={form} submit="Save" other={{ how: 'aside', label: 'Put aside' }} checklist={[]}>
      <TextInput label="Name" {...form.field('name')} />
      <TextInput label="Limit" {...form.field('limit')} />
    </FormPage>
  );
}

/** The form of what the server holds, as a page has it. */
function Page() {
  const { data } = useQuery({
    queryKey: KEY,
    queryFn: async () => (await call<{ data: Thing }>('GET', '/api/thing')).data,
  });
  return data ? <ThingForm thing={data} /> : null;
}

let held: Thing;
const STALE = { status: 409, body: { title: 'Conflict', status: 409, detail: 'This was changed meanwhile.' } };

/** A server that takes the version that it holds and no other. */
function serve() {
  held = THING;
  return stubApi({
    'GET /api/thing': () => ok({ data: held }),
    'PUT /api/thing': ({ body }) => {
      const sent = body as Thing;
      if (sent.version !== held.version) return STALE;
      held = { ...held, ...sent, version: held.version + 1 };
      return ok({ data: held });
    },
  });
}
/** Somebody else changes it, and nothing tells this page. */
const changeElsewhere = (change: Partial<Thing>) => {
  held = { ...held, ...change, version: held.version + 1 };
};

const name = () => screen.findByLabelText('Name');
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }));
const panel = () => screen.findByRole('group', { name: 'Changed elsewhere' });
const sent = (calls: ReturnType<typeof stubApi>) => calls.filter((one) => one.method !== 'GET').map((one) => one.body);

beforeEach(() => {
  const token = `x.${btoa('{"sub":"7","sid":1}')}.x`;
  session.begin({ access_token: token, refresh_token: 'r', expires_in: 3600 });
});
afterEach(() => {
  act(() => session.end('logout'));
  queryClient.clear();
  vi.unstubAllGlobals();
});

it('names the version that it was opened with, and goes on from the stored one', async () => {
  const calls = serve();
  showAt('/here', <Page />);
  fill(await name(), 'Summer');
  save();
  await waitFor(() => expect(held.version).toBe(4));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save' })).toBeEnabled());
  fill(await name(), 'Autumn');
  save();
  await waitFor(() => expect(held.version).toBe(5));
  expect(sent(calls)).toEqual([
    { name: 'Summer', limit: '50', version: 3 },
    { name: 'Autumn', limit: '50', version: 4 },
  ]);
  expect(screen.queryByRole('group', { name: 'Changed elsewhere' })).not.toBeInTheDocument();
});

it('hears how it is sent: by the other button, or as by the first one', async () => {
  const calls = serve();
  showAt('/here', <Page />);
  fill(await name(), 'Summer');
  fireEvent.click(screen.getByRole('button', { name: 'Put aside' }));
  await waitFor(() => expect(sent(calls)).toMatchObject([{ name: 'Summer', how: 'aside' }]));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save' })).toBeEnabled());
  fireEvent.submit((await name()).closest('form') as HTMLFormElement);
  await waitFor(() => expect(sent(calls)).toHaveLength(2));
  expect(sent(calls)[1]).not.toHaveProperty('how');
});

it('tells what was changed elsewhere, keeps what was typed, and saves over nothing unseen', async () => {
  const calls = serve();
  showAt('/here', <Page />);
  fill(await name(), 'Summer');
  changeElsewhere({ name: 'Winter', limit: '70' });
  save();
  const meanwhile = within(await panel());
  expect(meanwhile.getByText('Winter')).toBeInTheDocument();
  expect(meanwhile.getByText('70 $')).toBeInTheDocument();
  await waitFor(async () => expect(await panel()).toHaveFocus());
  expect(await name()).toHaveValue('Summer');
  expect(screen.getByLabelText('Limit')).toHaveValue('50');
  // It is not sent before it was chosen.
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save' })).toBeEnabled());
  save();
  expect(sent(calls)).toHaveLength(1);
  fireEvent.click(meanwhile.getByRole('button', { name: 'Keep mine' }));
  expect(await name()).toHaveValue('Summer');
  expect(screen.getByLabelText('Limit')).toHaveValue('70');
  save();
  await waitFor(() => expect(held).toEqual({ ...THING, name: 'Summer', limit: '70', version: 5 }));
});

it('takes the other change when that is wanted', async () => {
  serve();
  showAt('/here', <Page />);
  fill(await name(), 'Summer');
  changeElsewhere({ name: 'Winter' });
  save();
  await panel();
  fireEvent.click(await screen.findByRole('button', { name: 'Take theirs' }));
  expect(await name()).toHaveValue('Winter');
});

it('says that something newer was put in when nothing was typed', async () => {
  const calls = serve();
  showAt('/here', <Page />);
  await name();
  changeElsewhere({ limit: '70' });
  save();
  expect(await screen.findByText(/up to date now/)).toBeInTheDocument();
  expect(screen.getByLabelText('Limit')).toHaveValue('70');
  save();
  await waitFor(() => expect(sent(calls)).toHaveLength(2));
  expect(sent(calls)[1]).toEqual({ name: 'Spring', limit: '70', version: 4 });
});

it('follows a change elsewhere until something is typed, then only tells it', async () => {
  serve();
  const Twice = () => {
    const { data, refetch } = useQuery({
      queryKey: KEY,
      queryFn: async () => (await call<{ data: Thing }>('GET', '/api/thing')).data,
    });
    return data ? (
      <>
        <ThingForm thing={data} />
        <button type="button" onClick={() => void refetch()}>
          Ask again
        </button>
      </>
    ) : null;
  };
  showAt('/here', <Twice />);
  await name();
  changeElsewhere({ limit: '60' });
  fireEvent.click(screen.getByRole('button', { name: 'Ask again' }));
  await waitFor(() => expect(screen.getByLabelText('Limit')).toHaveValue('60'));
  const field = await name();
  fill(field, 'Summer');
  field.focus();
  changeElsewhere({ limit: '70' });
  fireEvent.click(screen.getByRole('button', { name: 'Ask again' }));
  await panel();
  // Who types is not led away, and sees what was there.
  expect(field).toHaveFocus();
  expect(screen.getByLabelText('Limit')).toHaveValue('60');
  fireEvent.click(screen.getByRole('button', { name: 'Take over' }));
  expect(screen.getByLabelText('Limit')).toHaveValue('70');
  expect(field).toHaveValue('Summer');
});

it('puts a refusal at its fields and leads to the first; what has no field stands with the button', async () => {
  stubApi({
    'POST /api/thing': refused({ money: ['must be at least 1'], 'tags[0]': ['is unknown'], shoe: ['is too small'] }),
  });
  showAt('/here', <ThingForm />);
  await name();
  save();
  expect(await screen.findByText('A name is needed.')).toBeInTheDocument();
  await waitFor(async () => expect(await name()).toHaveFocus());
  fill(await name(), 'Summer');
  save();
  expect(await screen.findByText('Must be at least 1.')).toBeInTheDocument();
  expect(screen.getByText('Is too small.')).toBeInTheDocument();
  await waitFor(() => expect(screen.getByLabelText('Limit')).toHaveFocus());
  expect(await name()).toHaveValue('Summer');
});

it('keeps what the server said of a field with a check until that field is changed', async () => {
  stubApi({ 'POST /api/thing': refused({ name: ['is taken'], limit: ['is too low'] }) });
  showAt('/here', <ThingForm />);
  fill(await name(), 'Spring');
  save();
  await waitFor(async () => expect(await name()).toHaveFocus());
  const limit = screen.getByLabelText('Limit');
  act(() => limit.focus());
  fill(limit, '60');
  expect(await name()).toHaveAccessibleDescription('Is taken.');
  expect(limit).not.toHaveAccessibleDescription('Is too low.');
  fill(await name(), '');
  expect(await name()).not.toHaveAccessibleDescription('Is taken.');
  fireEvent.blur(await name());
  expect(await name()).toHaveAccessibleDescription('A name is needed.');
});

it('says what is wrong with a field that is not there', async () => {
  stubApi({ 'POST /api/thing': refused({ 'tags[0]': ['is unknown'] }) });
  showAt('/here', <ThingForm />);
  fill(await name(), 'Summer');
  save();
  expect(await screen.findByText('Is unknown.')).toBeInTheDocument();
});

it('is sent once by a double click, and takes no input meanwhile', async () => {
  let answer = (_: unknown) => {};
  const calls: string[] = [];
  vi.stubGlobal('fetch', async (request: Request) => {
    calls.push(request.method);
    await new Promise((resolve) => {
      answer = resolve;
    });
    return new Response(JSON.stringify({ data: THING }), { headers: { 'content-type': 'application/json' } });
  });
  const onSaved = vi.fn();
  showAt('/here', <ThingForm onSaved={onSaved} />);
  fill(await name(), 'Summer');
  const form = (await name()).closest('form') as HTMLFormElement;
  act(() => {
    fireEvent.submit(form);
    fireEvent.submit(form);
  });
  await waitFor(() => expect(calls).toHaveLength(1));
  expect(screen.getByRole('button', { name: 'Save', hidden: true })).toBeDisabled();
  expect(form).toHaveAttribute('inert');
  fireEvent.submit(form);
  answer(null);
  await waitFor(() => expect(onSaved).toHaveBeenCalledTimes(1));
  expect(calls).toEqual(['POST']);
  await waitFor(() => expect(form).not.toHaveAttribute('inert'));
});

it('asks before it is left with changes, and no more once they are saved', async () => {
  serve();
  const router = showAt('/here', <Page />);
  fill(await name(), 'Summer');
  await act(async () => void router.navigate({ href: '/elsewhere' }));
  expect(await screen.findByText('Leave without saving?')).toBeInTheDocument();
  fireEvent.click(screen.getByRole('button', { name: 'Stay' }));
  save();
  await waitFor(() => expect(held.version).toBe(4));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save' })).toBeEnabled());
  await act(async () => void router.navigate({ href: '/elsewhere' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/elsewhere'));
});

it('keeps what was typed when no answer comes', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
  showAt('/here', <ThingForm />);
  fill(await name(), 'Summer');
  save();
  expect(await screen.findByText(/did not answer/)).toBeInTheDocument();
  expect(await name()).toHaveValue('Summer');
  expect(screen.getByRole('button', { name: 'Save' })).toBeEnabled();
});

it('gives back what was typed when the session ended by itself, to the same person alone', async () => {
  serve();
  const begin = (user: number) =>
    act(() =>
      session.begin({ access_token: `x.${btoa(`{"sub":"${user}","sid":1}`)}.x`, refresh_token: 'r', expires_in: 3600 }),
    );
  const open = async (user: number) => {
    begin(user);
    showAt('/here', <Page />);
    await name();
    return cleanup;
  };
  let close = await open(7);
  fill(await name(), 'Summer');
  act(() => session.end('expired'));
  close();
  close = await open(8);
  expect(await name()).toHaveValue('Spring');
  close();
  changeElsewhere({ limit: '70' });
  close = await open(7);
  expect(await name()).toHaveValue('Summer');
  // What was changed meanwhile is told, as ever.
  expect(within(await panel()).getByText('70 $')).toBeInTheDocument();
  act(() => session.end('logout'));
  close();
  await open(7);
  expect(await name()).toHaveValue('Spring');
});

it('gives what was typed in the form of one thing to no other of the page', async () => {
  const begin = () =>
    act(() =>
      session.begin({ access_token: `x.${btoa('{"sub":"7","sid":1}')}.x`, refresh_token: 'r', expires_in: 3600 }),
    );
  const open = async (thing: Thing | undefined) => {
    begin();
    showAt('/here', thing ? <ThingForm thing={thing} /> : <ThingForm />);
    await name();
  };
  await open(THING);
  fill(await name(), 'Summer');
  act(() => session.end('expired'));
  cleanup();
  await open({ ...THING, id: 2, name: 'Other' });
  expect(await name()).toHaveValue('Other');
  cleanup();
  await open(undefined);
  expect(await name()).toHaveValue('');
  cleanup();
  await open(THING);
  expect(await name()).toHaveValue('Summer');
});

it('gives the focus back once it takes input again', async () => {
  serve();
  const server = globalThis.fetch;
  vi.stubGlobal('fetch', async (request: Request) => {
    // A form that takes no input loses the focus.
    if (request.method === 'PUT') (document.activeElement as HTMLElement).blur();
    return server(request);
  });
  showAt('/here', <Page />);
  const field = await name();
  fill(field, 'Summer');
  field.focus();
  fireEvent.submit(field.closest('form') as HTMLFormElement);
  await waitFor(() => expect(held.version).toBe(4));
  await waitFor(() => expect(field).toHaveFocus());
});
