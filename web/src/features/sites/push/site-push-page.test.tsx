import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import type { PushDay, PushHealth, PushSubscribers, SitePushForm, SitePushResource } from '~/api/sdk';
import { type Answers, ok, refused, stubApi } from '~/test/api-stub';
import { fill, show } from '~/test/show';
import { SitePushPage } from './site-push-page';

// Neither pictures nor canvases are in the test's browser.
URL.revokeObjectURL = () => undefined;
vi.mock('../../ads/pictures/picture', async (original) => ({
  ...(await original<typeof import('../../ads/pictures/picture')>()),
  readPicture: async (file: File) => {
    if (file.name === 'words.txt') throw new Error('Choose a JPEG, PNG, WebP or GIF picture.');
    return { file, url: `blob:${file.name}`, width: 640, height: 480 };
  },
  drawCut: async (picture: { url: string }, cut: { x: number }, width: number, height: number) =>
    `data:image/jpeg;base64,${picture.url}/${cut.x}/${width}x${height}`,
}));
vi.mock('react-easy-crop', () => ({
  default: ({ onCropComplete }: { onCropComplete(area: object, pixels: object): void }) => (
    <button type="button" onClick={() => onCropComplete({}, { x: 80, y: 0, width: 480, height: 480 })}>
      Cut
    </button>
  ),
}));

afterEach(() => vi.unstubAllGlobals());

const COUNTS = {
  prompts: 29_630,
  accepts: 2_133,
  denials: 1_215,
  postponed: 21_037,
  imported: 0,
  losses: 905,
  unsubscribed: 447,
  let_go: 0,
  sent: 450_000,
  shown: 441_870,
  clicked: 2_034,
};

const SETTINGS: SitePushForm = {
  is_on: true,
  kind: 'question',
  questions: [
    {
      language: 'en',
      title: 'Hear it when the ferry is late',
      text: 'Port news and offers from our partners, at most four a day. One tap ends it.',
      accept: 'Yes, tell me',
      later: 'Not now',
    },
  ],
  picture: null,
  position: 'bottom',
  background: '#ffffff',
  color: '#111111',
  accent: '#0055ff',
  delay_s: 8,
  ask_page: 1,
  ask_days: 14,
  daily_cap: 4,
  hour_from: 9,
  hour_to: 21,
  let_go_weeks: 10,
  version: 3,
};

const PUSH: SitePushResource = {
  site_id: 7,
  block_id: 57,
  domain: 'harborpost.example',
  daily_cap_max: 4,
  stopped_by: null,
  settings: SETTINGS,
  keys: [],
  worker: {
    url: 'https://harborpost.example/placard-push/sw.js',
    path: '/placard-push/sw.js',
    scope: '/placard-push/',
    line: 'importScripts("https://ads.example/p.push-worker.js");',
    code: '<div data-placard="57"></div>',
    check: null,
  },
} as unknown as SitePushResource;

const day = (date: string, subscribers: number) => ({ ...COUNTS, date, subscribers }) as PushDay;

const PEOPLE = {
  subscribers: 18_420,
  subscribers_before: 17_639,
  total: COUNTS,
  before: { ...COUNTS, accepts: 2_000 },
  days: [day('2026-11-20', 18_400), day('2026-11-21', 18_420)],
  countries: [],
  browsers: [],
  systems: [],
  devices: [],
  states: [],
  ages: [],
} as unknown as PushSubscribers;

const HEALTH = {
  state: 'at_risk',
  engagement_28d: 0.08,
  engagement_7d: 0.06,
  less_below: 0.5,
  one_below: 0.1,
  daily_cap: 4,
  effective_daily_cap: 1,
  income: 98.24,
  income_per_thousand: 5.33,
  clicks: 2_034,
  peers: [4.1, 6.8],
  silent: 1_930,
  let_go_weeks: 10,
  subscribers: 18_420,
  weeks: [
    { date: '2026-11-14', engagement: 0.2 },
    { date: '2026-11-21', engagement: 0.08 },
  ],
  counts: COUNTS,
  advice: [
    { field: 'daily_cap', value: 3, title: 'Send three a day instead of four.', text: 'The fourth is answered least.' },
  ],
} as unknown as PushHealth;

/** The page of a site, with what the server answers. */
async function open(answers: Answers = {}) {
  const calls = stubApi({
    'GET /api/oauth2/user': ok({ data: { id: 7 } }),
    'GET /api/webmaster/sites/7': ok({ data: { id: 7, name: 'The Harbour Post', domain: 'harborpost.example' } }),
    'GET /api/webmaster/sites/7/push': ok({ data: PUSH }),
    'GET /api/webmaster/sites/7/push/subscribers': ok({ data: PEOPLE }),
    'GET /api/webmaster/sites/7/push/health': ok({ data: HEALTH }),
    ...answers,
  });
  const root = createRootRoute();
  const page = createRoute({
    getParentRoute: () => root,
    path: '/webmaster/sites/$siteId/push',
    component: SitePushPage,
  });
  const router = createRouter({
    routeTree: root.addChildren([page]),
    history: createMemoryHistory({ initialEntries: ['/webmaster/sites/7/push'] }),
    context: { findPage: () => null },
  });
  // It is another tree than that of the application.
  show(<RouterProvider router={router as never} />);
  await screen.findByRole('heading', { name: 'Push on harborpost.example' });
  return calls;
}

it('says that a site is at risk, what follows, and saves the advice that is taken', async () => {
  const calls = await open({
    'PUT /api/webmaster/sites/7/push': ({ body }) => ok({ data: { ...PUSH, settings: body } }),
  });
  expect(await screen.findByText('We send one a day')).toBeInTheDocument();
  expect(screen.getByText(/Now a subscriber gets at most 1 of your 4 a day/)).toBeInTheDocument();
  expect(screen.getByText('$5,33')).toBeInTheDocument();
  expect(screen.getByText('others $4,10 to $6,80')).toBeInTheDocument();
  const advice = await screen.findByRole('list', { name: 'Advice' });
  expect(within(advice).getByText('Send three a day instead of four.')).toBeInTheDocument();
  await userEvent.click(within(advice).getByRole('button', { name: 'Set to 3' }));
  expect(screen.getByLabelText('Notifications a day')).toHaveValue(3);
  expect(within(advice).getByRole('button', { name: 'Taken' })).toBeDisabled();
  fill(screen.getByRole('textbox', { name: /^Title/ }), 'Hear it first');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  const sent = () => calls.filter(({ method }) => method === 'PUT').map(({ body }) => body);
  await vi.waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]).toEqual({
    ...SETTINGS,
    daily_cap: 3,
    questions: [{ ...SETTINGS.questions[0], title: 'Hear it first' }],
  });
});

it('looks at the worker file, and says what is wrong with it', async () => {
  const steps = [
    { part: 'answers', light: 'right', text: '200 in 84 ms' },
    { part: 'type', light: 'failed', text: 'It is sent as text/html: browsers register scripts alone.' },
  ];
  await open({
    'POST /api/webmaster/sites/7/push/worker': ok({
      data: { light: 'failed', badge: 'Not in place', steps, checked_at: '2026-11-21T10:00:00Z' },
    }),
  });
  expect(screen.getByText('Not looked at')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Check' }));
  expect(await screen.findByText('Not in place')).toBeInTheDocument();
  const found = within(screen.getByRole('list', { name: 'What was found' })).getAllByRole('listitem');
  expect(found.map(({ textContent }) => textContent)).toEqual([
    'Answers 200 in 84 ms',
    'Is sent as a script It is sent as text/html: browsers register scripts alone.',
  ]);
});

it('imports subscriptions with the key of another provider, and tells which rows were not taken', async () => {
  const calls = await open({
    'POST /api/webmaster/sites/7/push/import': ok({
      data: { rows: 3, imported: 1, known: 1, refused: 1, errors: [{ row: 3, message: 'no push service' }] },
    }),
  });
  await userEvent.click(screen.getByRole('button', { name: 'Import subscriptions' }));
  const dialog = await screen.findByRole('dialog');
  fill(within(dialog).getByLabelText('Public VAPID key'), ' BPublic ');
  fill(within(dialog).getByLabelText('Private VAPID key'), 'private');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Import' }));
  expect(await within(dialog).findByText('Choose the file with the subscriptions.')).toBeInTheDocument();
  const file = new File(['endpoint,p256dh,auth\n'], 'theirs.csv', { type: 'text/csv' });
  fireEvent.change(within(dialog).getByLabelText('File with subscriptions'), { target: { files: [file] } });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Import' }));
  expect(
    await screen.findByText(/1 subscription imported of 3 rows; 1 known already, 1 not taken/),
  ).toBeInTheDocument();
  expect(screen.getByText('Row 3: no push service')).toBeInTheDocument();
  expect(calls.filter(({ path }) => path.endsWith('/import')).map(({ body }) => body)).toEqual([
    { public_key: 'BPublic', private_key: 'private', format: 'csv', content: 'endpoint,p256dh,auth\n' },
  ]);
});

it('gives the question a picture that is cut, shown at once, taken back by Discard, and taken away', async () => {
  const saved = 'ab'.repeat(32);
  const calls = await open({
    'GET /api/webmaster/sites/7/push': ok({ data: { ...PUSH, settings: { ...SETTINGS, picture: saved } } }),
    'PUT /api/webmaster/sites/7/push': ({ body }) => {
      const settings = body as SitePushForm;
      return ok({ data: { ...PUSH, settings: { ...settings, picture: settings.picture && 'cd'.repeat(32) } } });
    },
  });
  const thumb = () => screen.queryByRole('img', { name: 'What stands beside the question' })?.getAttribute('src');
  const drawn = () => {
    const hosts = [...document.querySelectorAll('figure div')].filter(({ shadowRoot }) =>
      shadowRoot?.querySelector('.ask'),
    );
    return hosts.map(({ shadowRoot }) => shadowRoot?.querySelector('img')?.getAttribute('src'));
  };
  const choose = (name: string) =>
    fireEvent.change(screen.getByLabelText('Picture file'), { target: { files: [new File(['x'], name)] } });
  const kept = `/m/${saved}.160.webp`;
  expect([thumb(), drawn()]).toEqual([kept, [kept, kept]]);

  choose('words.txt');
  expect(await screen.findByText('Choose a JPEG, PNG, WebP or GIF picture.')).toBeInTheDocument();
  choose('boat.png');
  await userEvent.click(await screen.findByRole('button', { name: 'Cut' }));
  const cut = 'data:image/jpeg;base64,blob:boat.png/80/384x384';
  await vi.waitFor(() => expect([thumb(), drawn()]).toEqual([cut, [cut, cut]]));
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
  expect([thumb(), drawn()]).toEqual([kept, [kept, kept]]);
  expect(screen.queryByRole('button', { name: 'Cut' })).toBeNull();

  await userEvent.click(screen.getByRole('button', { name: 'Remove the picture' }));
  expect([thumb(), drawn()]).toEqual([undefined, [undefined, undefined]]);
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
  expect(thumb()).toBe(kept);

  choose('boat.png');
  await userEvent.click(await screen.findByRole('button', { name: 'Cut' }));
  await vi.waitFor(() => expect(thumb()).toBe(cut));
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await vi.waitFor(() => expect(thumb()).toBe(`/m/${'cd'.repeat(32)}.160.webp`));
  expect(screen.queryByRole('button', { name: 'Cut' })).toBeNull();
  const sent = calls.filter(({ method }) => method === 'PUT').map(({ body }) => (body as SitePushForm).picture);
  expect(sent).toEqual([cut]);
});

it('says beside the picture what the server says of it', async () => {
  await open({
    'PUT /api/webmaster/sites/7/push': refused({ picture: ['must have at least 192 x 192 pixels'] }),
  });
  fireEvent.change(screen.getByLabelText('Picture file'), { target: { files: [new File(['x'], 'boat.png')] } });
  await userEvent.click(await screen.findByRole('button', { name: 'Cut' }));
  await screen.findByRole('img', { name: 'What stands beside the question' });
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/at least 192 x 192 pixels/)).toBeInTheDocument();
});

it('takes the same picture once more that was removed', async () => {
  await open({});
  const file = new File(['x'], 'boat.png', { type: 'image/png' });
  for (const _time of [1, 2]) {
    await userEvent.upload(screen.getByLabelText('Picture file'), file);
    expect(await screen.findByRole('button', { name: 'Cut' })).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Remove the picture' }));
    expect(screen.queryByRole('button', { name: 'Cut' })).toBeNull();
  }
});
