import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { AdGroup, Campaign, NewAd } from '~/api/sdk';
import { AD_FORM_LIMITS } from '~/api/words';
import { useUser } from '~/app/queries';
import { session } from '~/app/session';
import { ok, refused, stubApi } from '~/test/api-stub';
import { fill, showAt } from '~/test/show';
import * as toasts from '~/ui/toast';
import { ManyForm } from './many-form';

/** Uploads: the stub reads no multipart. */
const { uploaded } = vi.hoisted(() => ({ uploaded: [] as string[] }));
vi.mock('~/api/queries', async (actual) => ({
  ...(await actual<object>()),
  createPicturesMutation: () => ({
    mutationFn: async ({ body: { file } }: { body: { file: File } }) => {
      uploaded.push(file.name);
      const [name = ''] = file.name.split('.');
      return { data: { square: { name: `${name}-s`, url: `/m/${name}-s` }, horizontal: { name: `${name}-h` } } };
    },
  }),
}));

/** As the cabinet has it: who is logged in is known before there is a page. */
const Page = () => (useUser() ? <ManyForm campaign={{ id: 1 } as Campaign} group={{ id: 3 } as AdGroup} /> : null);

const CALL = 'POST /api/advertiser/ad_groups/3/ads/many';

beforeEach(() => {
  session.begin({ access_token: `x.${btoa('{"sub":"7","sid":1}')}.x`, refresh_token: 'r', expires_in: 3600 });
  vi.stubGlobal('createImageBitmap', async () => ({ width: 800, height: 600, close() {} }));
  URL.createObjectURL = () => 'blob:1';
  URL.revokeObjectURL = () => {};
  uploaded.length = 0;
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

it('takes no more characters than the API does', async () => {
  await open(ok({ data: [] }));
  expect(description()).toHaveAttribute('maxlength', String(AD_FORM_LIMITS.short_description.max));
  expect(screen.getByLabelText(/^Brand/)).toHaveAttribute('maxlength', String(AD_FORM_LIMITS.brand.max));
});

it('shows what is refused of single ads once, at the fields of all', async () => {
  const wrong = { original_url: ['is no address'], title: ['is shouting'] };
  const errors = [0, 1].flatMap((at) => Object.entries(wrong).map(([name, text]) => [`ads.${at}.${name}`, text]));
  await open(refused({ ...Object.fromEntries(errors), 'ads.1.primary_source_url': ['is odd'] }));
  fillAll();
  press('Create 2 ads');
  expect(await screen.findByText('Ad 1: Is shouting.')).toBeInTheDocument();
  expect(screen.getByLabelText('Address')).toHaveAccessibleDescription('Is no address.');
  expect(screen.getByText('Ad 2, primary_source_url: Is odd.')).toBeInTheDocument();
  expect(titles()).toHaveValue('Gloves\nMittens');
});

it('sends pictures when they are chosen, and makes ads with each of them', async () => {
  const { sent } = await open(ok({ data: [{ id: 1 }] }));
  fill(titles(), 'A pair of gloves for cold hands');
  fill(screen.getByLabelText('Address'), 'https://shop.example/gloves');
  press('Create 1 ad');
  expect(description()).toHaveAccessibleDescription('Text ads need a description.');
  const file = (name: string, type = 'image/png') => new File(['x'], name, { type });
  const input = document.querySelector<HTMLInputElement>('[aria-label="Picture files"]') as HTMLInputElement;
  const failed = vi.spyOn(toasts, 'toastError').mockReturnValue('');
  await userEvent.upload(input, [file('a.png'), file('b.png'), file('c.png')]);
  expect(await screen.findByRole('img', { name: 'Chosen, number 3' })).toBeInTheDocument();
  // With a picture no description is needed.
  expect(description()).toHaveAccessibleDescription('');
  fireEvent.change(input, { target: { files: [file('d.svg', 'image/svg+xml')] } });
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
