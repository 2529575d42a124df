import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { NetworkOffer } from '~/api/sdk';
import { UserType } from '~/api/words';
import { session } from '~/app/session';
import { ok, stubApi } from '~/test/api-stub';
import { fill, showAt } from '~/test/show';
import { OffersPage } from '../offers/offers-page';

beforeEach(() => {
  localStorage.clear();
  session.begin({ access_token: `x.${btoa('{"sub":"1","sid":1}')}.x`, refresh_token: 'r', expires_in: 3600 });
});
afterEach(() => {
  act(() => session.end('logout'));
  vi.unstubAllGlobals();
});

const offer = (id: number, name: string) => ({ id, name, target_id: 1, is_active: true, version: 1 }) as NetworkOffer;

const QUESTION = 'Leave without saving?';
const name = () => screen.getByRole('textbox', { name: 'Name' });
const press = (label: string) => userEvent.click(screen.getByRole('button', { name: label }));
const change = async (row: string) => {
  await press(`More for ${row}`);
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Change' }));
};
/** Until what closes has given the focus back. */
const rest = () => act(() => new Promise((resolve) => setTimeout(resolve, 80)));

/** The offers of a network; what is saved waits for `answer`. */
async function open(at = '/admin/offers') {
  const offers = [offer(1, 'Hats'), offer(2, 'Boats')];
  stubApi({
    'GET /api/oauth2/user': ok({ data: { id: 1, type_id: UserType.God } }),
    'GET /api/admin/offers': ok({ data: offers }),
    'GET /api/targeting/targets': ok({ data: [] }),
    'GET /api/targeting/categories': ok({ data: [] }),
    'POST /api/admin/offers': ({ body }) => ok({ data: { ...offer(3, ''), ...(body as NetworkOffer) } }),
    'PUT /api/admin/offers/1': ({ body }) => ok({ data: { ...offers[0], ...(body as NetworkOffer), version: 2 } }),
  });
  const asked = globalThis.fetch;
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  vi.stubGlobal('fetch', async (input: Request) => {
    if (input.method !== 'GET') await held;
    return asked(input);
  });
  const router = showAt(at, <OffersPage />);
  await screen.findByRole('button', { name: 'New offer' });
  await screen.findByRole('button', { name: 'More for Boats' });
  return { router, answer: () => act(async () => answer()) };
}

it('asks before the form of another row takes the place of one that was typed into', async () => {
  await open();
  await change('Hats');
  fill(name(), 'Caps');
  await change('Boats');
  expect(await screen.findByText(QUESTION)).toBeInTheDocument();
  await press('Stay');
  await waitFor(() => expect(screen.queryByText(QUESTION)).toBeNull());
  expect(name()).toHaveValue('Caps');

  await change('Boats');
  await userEvent.click(await screen.findByRole('button', { name: 'Leave' }));
  expect(await screen.findByRole('heading', { name: 'Change Boats' })).toBeInTheDocument();
  expect(name()).toHaveValue('Boats');
  await rest();
  expect(name()).toHaveFocus();
  await press('Cancel');
  expect(screen.getByRole('button', { name: 'More for Boats' })).toHaveFocus();
});

it('asks before the form of a new row takes its place, and the other way round', async () => {
  await open();
  await change('Hats');
  fill(name(), 'Caps');
  await press('New offer');
  await userEvent.click(await screen.findByRole('button', { name: 'Leave' }));
  expect(await screen.findByRole('heading', { name: 'New offer' })).toBeInTheDocument();
  fill(name(), 'Gloves');
  await change('Hats');
  await userEvent.click(await screen.findByRole('button', { name: 'Stay' }));
  await waitFor(() => expect(screen.queryByText(QUESTION)).toBeNull());
  expect(name()).toHaveValue('Gloves');
  // The form that stayed gives the focus back to what opened it.
  await userEvent.click(name());
  await press('Cancel');
  expect(screen.getByRole('button', { name: 'New offer' })).toHaveFocus();
});

it('asks nothing while nothing is typed, and leads to the form that is open', async () => {
  await open();
  await change('Hats');
  await change('Boats');
  expect(await screen.findByRole('heading', { name: 'Change Boats' })).toBeInTheDocument();
  fill(name(), 'Ships');
  await change('Boats');
  await rest();
  expect(screen.queryByText(QUESTION)).toBeNull();
  expect(name()).toHaveValue('Ships');
  expect(name()).toHaveFocus();
});

it('leaves another form open when one is saved that was left on its way', async () => {
  const { answer } = await open();
  await change('Hats');
  fill(name(), 'Caps');
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await change('Boats');
  await userEvent.click(await screen.findByRole('button', { name: 'Leave' }));
  await screen.findByRole('heading', { name: 'Change Boats' });
  fill(name(), 'Ships');
  await answer();
  await rest();
  expect(name()).toHaveValue('Ships');
});

it('leaves a form open that was opened anew while what was typed into it before is saved', async () => {
  const { answer } = await open();
  await change('Hats');
  fill(name(), 'Caps');
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await change('Boats');
  await userEvent.click(await screen.findByRole('button', { name: 'Leave' }));
  await screen.findByRole('heading', { name: 'Change Boats' });
  await change('Hats');
  await screen.findByRole('heading', { name: 'Change Hats' });
  fill(name(), 'Hoods');
  await answer();
  await rest();
  expect(name()).toHaveValue('Hoods');
});

it('leaves the list as it was searched when what was made comes under another form', async () => {
  const { router, answer } = await open('/admin/offers?q=ats');
  await press('New offer');
  fill(name(), 'Caps');
  await press('Make the offer');
  await change('Boats');
  await userEvent.click(await screen.findByRole('button', { name: 'Leave' }));
  await screen.findByRole('heading', { name: 'Change Boats' });
  await answer();
  await rest();
  expect(router.state.location.search).toEqual({ q: 'ats' });
  expect(screen.getByRole('heading', { name: 'Change Boats' })).toBeInTheDocument();
});
