import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { AdGroup, Campaign, NewAd } from '~/api/sdk';
import { AD_FORM_LIMITS, NativeFormat } from '~/api/words';
import { useUser } from '~/app/queries';
import { session } from '~/app/session';
import { ok, refused, stubApi } from '~/test/api-stub';
import { fill, showAt } from '~/test/show';
import * as toasts from '~/ui/toast';
import { descriptionMax, TYPED_MAX } from '../ad-values';
import { ManyForm } from './many-form';

/** Uploads: the stub reads no multipart. Each takes as long as `arrives` of its name. */
const { uploaded, uploads } = vi.hoisted(() => ({
  uploaded: [] as string[],
  uploads: { arrives: async (_file: string) => {} },
}));
vi.mock('~/api/queries', async (actual) => ({
  ...(await actual<object>()),
  createPicturesMutation: () => ({
    mutationFn: async ({ body: { file } }: { body: { file: File } }) => {
      uploaded.push(file.name);
      await uploads.arrives(file.name);
      const [name = ''] = file.name.split('.');
      return { data: { square: { name: `${name}-s`, url: `/m/${name}-s` }, horizontal: { name: `${name}-h` } } };
    },
  }),
}));

/** As the cabinet has it: who is logged in is known before there is a page. */
const Page = () => (useUser() ? <ManyForm campaign={{ id: 1 } as Campaign} group={{ id: 3 } as AdGroup} /> : null);

const CALL = 'POST /api/advertiser/ad_groups/3/ads/many';

const begin = () =>
  session.begin({ access_token: `x.${btoa('{"sub":"7","sid":1}')}.x`, refresh_token: 'r', expires_in: 3600 });

beforeEach(() => {
  begin();
  vi.stubGlobal('createImageBitmap', async () => ({ width: 800, height: 600, close() {} }));
  URL.createObjectURL = () => 'blob:1';
  URL.revokeObjectURL = () => {};
  uploaded.length = 0;
  uploads.arrives = async () => {};
});
afterEach(() => {
  act(() => session.end('logout'));
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function open(answer: Parameters<typeof stubApi>[0][string]) {
  const calls = stubApi({
    'GET /api/oauth2/user': ok({ data: { id: 7, features: [], currency_unit: 1, default_bid: 4, is_trusted: false } }),
    'GET /api/targeting/min_bids': ok({ data: { decimals: 2, min_bid: 0.01, countries: [] } }),
    [CALL]: answer,
  });
  const told = vi.spyOn(toasts, 'toast').mockReturnValue('');
  const router = showAt('/here', <Page />);
  await screen.findByLabelText('Titles, one a line');
  const sent = () =>
    calls.filter(({ method }) => method === 'POST').map(({ body }) => body as { ads: NewAd[]; is_draft: boolean });
  return { told, router, sent };
}

const titles = () => screen.getByLabelText('Titles, one a line');
const description = () => screen.getByLabelText(/^Description of all/);
const pictureFiles = () => document.querySelector<HTMLInputElement>('[aria-label="Picture files"]') as HTMLInputElement;
const file = (name: string, type = 'image/png') => new File(['x'], name, { type });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

function fillAll() {
  fill(titles(), 'Gloves\nMittens');
  fill(description(), 'For cold hands');
  fill(screen.getByLabelText('Address'), 'https://shop.example/gloves');
  fill(screen.getByLabelText('Bid for a valid click'), '2,5');
}

it('makes an ad of each title, and leads to the ads of the group', async () => {
  const { told, router, sent } = await open(ok({ data: [{ id: 1 }, { id: 2 }] }));
  expect(screen.getByLabelText('Bid for a valid click')).toHaveValue('4');
  fillAll();
  expect(screen.getByText('2 of at most 100')).toBeInTheDocument();
  expect(within(screen.getByRole('region', { name: 'What is made' })).getAllByRole('listitem')).toHaveLength(2);
  press('Create 2 ads');
  await waitFor(() => expect(router.state.location.pathname).toBe('/advertiser/campaigns/1/groups/3/medias'));
  expect(sent()).toEqual([
    {
      ads: ['Gloves', 'Mittens'].map((title) => ({
        title,
        short_description: 'For cold hands',
        brand: '',
        original_url: 'https://shop.example/gloves',
        supported_block_format_types: [4],
        one_bid_for_all_geo: 2.5,
      })),
      is_draft: false,
    },
  ]);
  expect(told).toHaveBeenCalledExactlyOnceWith('2 ads created');
});

it('keeps them as drafts by its other button', async () => {
  const { told, sent } = await open(ok({ data: [{ id: 1 }, { id: 2 }] }));
  fillAll();
  press('Keep as drafts');
  await waitFor(() => expect(told).toHaveBeenCalledExactlyOnceWith('2 drafts kept', expect.anything()));
  expect(sent()[0]?.is_draft).toBe(true);
});

it('says at the fields what is missing, leads to the first of them, and sends nothing', async () => {
  const { sent } = await open(ok({ data: [] }));
  press('Create the ads');
  expect(description()).toHaveAccessibleDescription('Text ads need a description.');
  expect(screen.getByText('An address that starts with http:// or https://.')).toBeInTheDocument();
  await waitFor(() => expect(titles()).toHaveFocus());
  expect(titles()).toHaveAccessibleDescription(/At least one title\./);
  fill(titles(), Array.from({ length: 101 }, (_, at) => `Title ${at}`).join('\n'));
  press('Create 101 ads');
  expect(titles()).toHaveAccessibleDescription(/These are 101 ads\. At most 100 are made at once\./);
  expect(sent()).toEqual([]);
});

it('takes more characters than the API does, and says while they are typed that they are too many', async () => {
  const { sent } = await open(ok({ data: [] }));
  fillAll();
  const brand = () => screen.getByLabelText(/^Brand/);
  expect(description()).toHaveAttribute('maxlength', String(TYPED_MAX.description));
  expect(brand()).toHaveAttribute('maxlength', String(TYPED_MAX.brand));
  for (const [field, max] of [
    [description, descriptionMax([NativeFormat.Text])],
    [brand, AD_FORM_LIMITS.brand.max],
  ] as const) {
    fill(field(), 'x'.repeat(max + 1));
    expect(screen.getByText(`${max + 1} of ${max}`)).toHaveAttribute('data-over', 'true');
    fireEvent.blur(field());
    expect(field()).toHaveAccessibleDescription(`At most ${max} characters, this has ${max + 1}.`);
  }
  press('Create 2 ads');
  expect(sent()).toEqual([]);
});

it('shows what is refused of single ads once: at the fields of all, and by its title', async () => {
  const all = [0, 1].map((at) => [`ads.${at}.original_url`, ['is no address']]);
  await open(
    refused({
      ...Object.fromEntries(all),
      'ads.1.title': ['is shouting'],
      'ads.1.primary_source_url': ['is odd'],
      'ads.1': ['is one too many'],
    }),
  );
  fillAll();
  fill(titles(), '\nGloves\nGloves\n\nMittens');
  press('Create 2 ads');
  expect(await screen.findByText('“Mittens”: Is shouting.')).toBeInTheDocument();
  expect(screen.getByLabelText('Address')).toHaveAccessibleDescription('Is no address.');
  const rest = screen.getByText(/“Mittens”, primary_source_url: Is odd\./);
  expect(rest).toHaveTextContent('“Mittens”: Is one too many.');
  expect(titles()).toHaveValue('\nGloves\nGloves\n\nMittens');
});

it('tells of all titles and pictures that are refused, of many the first', async () => {
  const names = Array.from({ length: 12 }, (_, at) => `A pair of gloves, number ${at}`);
  const shouting = [1, 10, 2, 3, 4].flatMap((at) => [at, at + names.length]);
  const errors = shouting.map((at) => [`ads.${at}.title`, ['is shouting']]);
  const gone = { 'ads.12.picture_square': ['is gone'], 'ads.13.picture_horizontal': ['is gone'] };
  await open(refused({ ...Object.fromEntries(errors), ...gone }));
  fillAll();
  fill(titles(), names.join('\n'));
  await userEvent.upload(pictureFiles(), [file('a.png'), file('b.png')]);
  await screen.findByRole('img', { name: 'Chosen, number 2' });
  press('Create 24 ads');
  const told = [1, 2, 3].map((at) => `“${names[at]}”: Is shouting.`);
  expect(await screen.findByText(`${told.join(' ')} And 2 more.`)).toBeInTheDocument();
  const pictures = screen.getByRole('region', { name: 'Pictures' });
  expect(within(pictures).getByRole('alert')).toHaveTextContent('Picture 2: Is gone.');
});

it('sends pictures when they are chosen, and makes ads with each of them', async () => {
  const { sent } = await open(ok({ data: [{ id: 1 }] }));
  fill(titles(), 'A pair of gloves for cold hands');
  fill(screen.getByLabelText('Address'), 'https://shop.example/gloves');
  press('Create 1 ad');
  expect(description()).toHaveAccessibleDescription('Text ads need a description.');
  const failed = vi.spyOn(toasts, 'toastError').mockReturnValue('');
  await userEvent.upload(pictureFiles(), [file('a.png'), file('b.png'), file('c.png')]);
  expect(await screen.findByRole('img', { name: 'Chosen, number 3' })).toBeInTheDocument();
  // With a picture no description is needed.
  expect(description()).toHaveAccessibleDescription('');
  fireEvent.change(pictureFiles(), { target: { files: [file('d.svg', 'image/svg+xml')] } });
  await waitFor(() => expect(failed).toHaveBeenCalledExactlyOnceWith('“d.svg” was not taken', expect.anything()));
  expect(uploaded).toEqual(['a.png', 'b.png', 'c.png']);
  press('Remove picture 2');
  press('Create 2 ads');
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]?.ads.map((ad) => [ad.picture_square, ad.picture_horizontal])).toEqual([
    ['a-s', 'a-h'],
    ['c-s', 'c-h'],
  ]);
});

it('keeps what the server said of titles when a picture arrives or goes', async () => {
  const { sent } = await open(refused({ 'ads.1.title': ['is shouting'], 'ads.0.short_description': ['is odd'] }));
  fillAll();
  fill(titles(), 'A pair of gloves for cold hands\nA pair of mittens for cold hands');
  await userEvent.upload(pictureFiles(), file('a.png'));
  await screen.findByRole('img', { name: 'Chosen, number 1' });
  press('Create 2 ads');
  const said = /“A pair of mittens for cold hands”: Is shouting\./;
  expect(await screen.findByText(said)).toBeInTheDocument();
  await userEvent.upload(pictureFiles(), file('b.png'));
  await screen.findByRole('img', { name: 'Chosen, number 2' });
  expect(titles()).toHaveAccessibleDescription(said);
  expect(description()).toHaveAccessibleDescription('Is odd.');
  for (const at of [2, 1]) press(`Remove picture ${at}`);
  expect(titles()).toHaveAccessibleDescription(said);
  expect(description()).toHaveAccessibleDescription('Is odd.');
  fill(titles(), 'A pair of gloves for cold hands');
  expect(titles()).not.toHaveAccessibleDescription(said);
  expect(sent()).toHaveLength(1);
});

it('says no more of titles than is wrong with the pictures that are there', async () => {
  await open(ok({ data: [] }));
  fillAll();
  fill(titles(), Array.from({ length: 51 }, (_, at) => `A pair of gloves, number ${at}`).join('\n'));
  await userEvent.upload(pictureFiles(), [file('a.png'), file('b.png')]);
  await screen.findByRole('img', { name: 'Chosen, number 2' });
  press('Create 102 ads');
  expect(titles()).toHaveAccessibleDescription(/These are 102 ads\./);
  press('Remove picture 2');
  expect(titles()).not.toHaveAccessibleDescription(/These are/);
});

it('takes a picture again that was removed', async () => {
  await open(ok({ data: [{ id: 1 }] }));
  const picture = file('a.png');
  for (let time = 1; time <= 2; time += 1) {
    await userEvent.upload(pictureFiles(), picture);
    expect(await screen.findByRole('img', { name: 'Chosen, number 1' })).toBeInTheDocument();
    press('Remove picture 1');
    expect(screen.queryByRole('img', { name: 'Chosen, number 1' })).not.toBeInTheDocument();
  }
  expect(uploaded).toEqual(['a.png', 'a.png']);
});

const ON_THE_WAY = 'Pictures are still on their way.';

it('sends nothing while pictures are on their way', async () => {
  const { sent } = await open(ok({ data: [{ id: 1 }] }));
  const arrive: Record<string, () => void> = {};
  uploads.arrives = (name) =>
    new Promise((resolve) => {
      arrive[name] = resolve;
    });
  fillAll();
  fill(titles(), 'A pair of gloves for cold hands');
  await userEvent.upload(pictureFiles(), [file('a.png'), file('b.png')]);
  await waitFor(() => expect(uploaded).toEqual(['a.png']));
  const pictures = screen.getByRole('region', { name: 'Pictures' });
  press('Create 1 ad');
  expect(within(pictures).getByRole('alert')).toHaveTextContent(ON_THE_WAY);
  await waitFor(() => expect(within(pictures).getByRole('alert')).toHaveFocus());
  expect(within(screen.getByRole('complementary')).getByText(ON_THE_WAY)).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Add pictures' })).toBeDisabled();

  await act(async () => arrive['a.png']?.());
  await waitFor(() => expect(uploaded).toEqual(['a.png', 'b.png']));
  expect(within(pictures).getByRole('alert')).toHaveTextContent(ON_THE_WAY);
  press('Keep as draft');
  await act(async () => arrive['b.png']?.());
  await waitFor(() => expect(within(pictures).queryByRole('alert')).toBeNull());
  expect(screen.queryByText(ON_THE_WAY)).toBeNull();
  expect(sent()).toEqual([]);
  press('Create 2 ads');
  await waitFor(() => expect(sent()).toHaveLength(1));
});

it('waits no longer for a picture that was not taken', async () => {
  const { sent } = await open(ok({ data: [{ id: 1 }, { id: 2 }] }));
  const failed = vi.spyOn(toasts, 'toastError').mockReturnValue('');
  let fail: (why: Error) => void = () => {};
  uploads.arrives = () =>
    new Promise((_, reject) => {
      fail = reject;
    });
  fillAll();
  await userEvent.upload(pictureFiles(), file('a.png'));
  await waitFor(() => expect(uploaded).toEqual(['a.png']));
  press('Create 2 ads');
  expect(screen.getByRole('alert')).toHaveTextContent(ON_THE_WAY);
  await act(async () => fail(new Error('Lost')));
  await waitFor(() => expect(screen.queryByText(ON_THE_WAY)).toBeNull());
  expect(failed).toHaveBeenCalledExactlyOnceWith('“a.png” was not taken', expect.anything());
  press('Create 2 ads');
  await waitFor(() => expect(sent()).toHaveLength(1));
});

it('asks before pictures on their way are left', async () => {
  const { router } = await open(ok({ data: [] }));
  uploads.arrives = () => new Promise(() => {});
  await userEvent.upload(pictureFiles(), file('a.png'));
  await waitFor(() => expect(uploaded).toEqual(['a.png']));
  await act(async () => void router.navigate({ href: '/elsewhere' }));
  expect(await screen.findByText('Leave without saving?')).toBeInTheDocument();
  expect(router.state.location.pathname).toBe('/here');
});

it('waits for no picture that was on its way when the session ended', async () => {
  await open(ok({ data: [] }));
  uploads.arrives = () => new Promise(() => {});
  fillAll();
  await userEvent.upload(pictureFiles(), file('a.png'));
  await waitFor(() => expect(uploaded).toEqual(['a.png']));
  act(() => session.end('expired'));
  cleanup();
  begin();
  const { sent } = await open(ok({ data: [{ id: 1 }, { id: 2 }] }));
  expect(await screen.findByText(/What you typed before you were logged out/)).toBeInTheDocument();
  expect(titles()).toHaveValue('Gloves\nMittens');
  press('Create 2 ads');
  await waitFor(() => expect(sent()).toHaveLength(1));
});
