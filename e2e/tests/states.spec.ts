/**
 * Lists, forms, statistics and money before their data comes, without any data, and when the server fails. The calls are held,
 * emptied or failed in the browser: what is looked at is the page. Its frame is the same in every state; `routes.spec.ts` looks at it.
 */
import { expect, type Page } from '@playwright/test';
import { expectFits, glance, look } from '../support/look.ts';
import { become, hold, takeInHand } from '../support/states.ts';
import { test as base, lead } from '../support/test.ts';

interface Case {
  name: string;
  who: 'advertiser' | 'webmaster' | 'god';
  path: string;
  title: string;
  /** The calls that bring what the page is about. */
  calls: RegExp;
  /** What an empty page says. */
  says?: string;
  /** What it offers. */
  next?: string;
  /** Its frame or another case asks the same: it is loaded at its address, where nothing has come yet. */
  isShared?: true;
}

/**
 * A page of each role that is loaded with its first case and goes on to the others as by links. What has been asked for before
 * is shown at once, without any shape: such cases have pages of their own.
 */
const test = base.extend<object, { stay: (one: Case) => Promise<Page> }>({
  stay: [
    async ({ browsers }, use) => {
      const known = new Map<Case['who'], Page>();
      await use(async (one) => {
        const stands = known.get(one.who);
        if (stands) {
          await hold(stands, one.calls);
          await lead(stands, one.path);
          return stands;
        }
        const page = await (await browsers(one.who)).newPage();
        known.set(one.who, page);
        return load(page, one);
      });
    },
    { scope: 'worker' },
  ],
});

async function load(page: Page, one: Case): Promise<Page> {
  await takeInHand(page, one.calls);
  await page.goto(one.path);
  return page;
}

const LISTS: readonly Case[] = [
  {
    name: 'campaigns',
    who: 'advertiser',
    path: '/advertiser/campaigns',
    title: 'Campaigns',
    calls: /^\/api\/advertiser\/(campaigns|stats\/tmp_with_postbacks)$/,
    next: 'New campaign',
  },
  {
    name: 'groups',
    who: 'advertiser',
    path: '/advertiser/campaigns/1/groups',
    title: 'Groups',
    calls: /^\/api\/.*\/ad_groups$/,
    next: 'New group',
  },
  {
    name: 'ads',
    who: 'advertiser',
    path: '/advertiser/campaigns/1/groups/1/medias',
    title: 'Ads',
    calls: /^\/api\/.*\/ads\/(universal|all)$/,
    next: 'New ad',
  },
  {
    name: 'all-ads',
    who: 'advertiser',
    path: '/advertiser/all-medias',
    title: 'All ads',
    calls: /^\/api\/.*\/ads\/all$/,
    next: 'To campaigns',
  },
  {
    name: 'push-campaigns',
    who: 'advertiser',
    path: '/advertiser/campaigns/push',
    title: 'Push campaigns',
    calls: /^\/api-push-proxy\/campaigns$/,
    next: 'New push campaign',
  },
  {
    name: 'push-ads',
    who: 'advertiser',
    path: '/advertiser/push-medias',
    title: 'Push ads',
    calls: /^\/api-push-proxy\/ads$/,
    next: 'To push campaigns',
  },
  {
    name: 'push-statistics',
    who: 'advertiser',
    path: '/advertiser/statistics/push',
    title: 'Push statistics',
    calls: /^\/api-push-proxy\/stats\/push$/,
    next: 'Show the last 30 days',
  },
  {
    name: 'sources',
    who: 'advertiser',
    path: '/advertiser/campaigns/1/sources',
    title: 'Sources',
    calls: /^\/api\/advertiser\/campaigns\/1\/source\/stats$/,
  },
  {
    name: 'rules',
    who: 'advertiser',
    path: '/advertiser/rules',
    title: 'Rules',
    calls: /^\/api\/advertiser\/rules(\/log)?$/,
    says: 'Your first rule goes here',
    next: 'New rule',
  },
  {
    name: 'notices',
    who: 'advertiser',
    path: '/account/notices',
    title: 'Notices',
    calls: /^\/api\/account\/notices\/inbox$/,
  },
  {
    name: 'sites',
    who: 'webmaster',
    path: '/webmaster/sites',
    title: 'Sites',
    calls: /^\/(api\/webmaster\/sites|api_v2\/webmaster\/stats)$/,
    next: 'New site',
  },
  {
    name: 'blocks',
    who: 'webmaster',
    path: '/webmaster/sites/1/blocks',
    title: 'Blocks',
    calls: /^\/api\/.*\/blocks$/,
    next: 'New block',
  },
  {
    name: 'advertiser-finance',
    who: 'advertiser',
    path: '/advertiser/finance',
    title: 'Finance',
    calls: /^\/api\/advertiser\/balance/,
    next: 'To campaigns',
    isShared: true,
  },
  {
    name: 'webmaster-finance',
    who: 'webmaster',
    path: '/webmaster/finance',
    title: 'Finance',
    calls: /^\/api\/webmaster\/balance/,
    next: 'To sites',
    isShared: true,
  },
  {
    name: 'referrals',
    who: 'webmaster',
    path: '/webmaster/referrals',
    title: 'Referrals',
    calls: /^\/api\/webmaster\/stats\/referral\//,
  },
  {
    name: 'advertiser-statistics',
    who: 'advertiser',
    path: '/advertiser/statistics',
    title: 'Statistics',
    calls: /^\/api\/.*\/stats\/tmp_with_postbacks$/,
    next: 'Show the last 30 days',
  },
  {
    name: 'webmaster-statistics',
    who: 'webmaster',
    path: '/webmaster/statistics',
    title: 'Statistics',
    calls: /^\/api_v2\/webmaster\/stats$/,
    next: 'Show the last 30 days',
  },
  {
    name: 'network-statistics',
    who: 'god',
    path: '/admin/statistics',
    title: 'Statistics',
    calls: /^\/api\/admin\/stats$/,
    next: 'Show the last 30 days',
  },
  {
    name: 'advertiser-clicks',
    who: 'advertiser',
    path: '/advertiser/clicks',
    title: 'Clicks',
    calls: /^\/api\/advertiser\/clicks$/,
  },
  {
    name: 'webmaster-clicks',
    who: 'webmaster',
    path: '/webmaster/clicks',
    title: 'Clicks',
    calls: /^\/api\/webmaster\/clicks$/,
  },
  {
    name: 'moderation',
    who: 'god',
    path: '/admin/moderation',
    title: 'Moderation',
    calls: /^\/api\/admin\/moderation/,
  },
  { name: 'users', who: 'god', path: '/admin/users', title: 'Users', calls: /^\/api\/admin\/users$/ },
  { name: 'teams', who: 'god', path: '/admin/teams', title: 'Teams', calls: /^\/api\/admin\/teams$/, next: 'New team' },
  {
    name: 'offers',
    who: 'god',
    path: '/admin/offers',
    title: 'Offers',
    calls: /^\/api\/admin\/offers$/,
    next: 'New offer',
  },
  { name: 'audit-log', who: 'god', path: '/admin/audit-log', title: 'Audit log', calls: /^\/api\/admin\/audit_log$/ },
  { name: 'system', who: 'god', path: '/admin/system', title: 'System', calls: /^\/api\/admin\/system$/ },
  { name: 'mails', who: 'god', path: '/admin/mails', title: 'Mail', calls: /^\/api\/admin\/mails$/ },
  {
    name: 'messages',
    who: 'god',
    path: '/admin/messages',
    title: 'Messages',
    calls: /^\/api\/admin\/contact_messages$/,
  },
  { name: 'texts', who: 'god', path: '/admin/texts', title: 'Texts', calls: /^\/api\/admin\/texts$/ },
];

const FORMS: readonly Case[] = [
  {
    name: 'campaign-edit',
    who: 'advertiser',
    path: '/advertiser/campaigns/1/edit',
    title: 'Edit the campaign',
    calls: /^\/api\/advertiser\/campaigns\/1$/,
    isShared: true,
  },
  {
    name: 'campaign-targeting',
    who: 'advertiser',
    path: '/advertiser/campaigns/create',
    title: 'New campaign',
    calls: /^\/api\/targeting\//,
    isShared: true,
  },
  {
    name: 'site-edit',
    who: 'webmaster',
    path: '/webmaster/sites/1/edit',
    title: 'Edit the site',
    calls: /^\/api\/webmaster\/sites\/1$/,
    isShared: true,
  },
  {
    name: 'constructor-gallery',
    who: 'webmaster',
    path: '/webmaster/sites/1/blocks/constructor',
    title: 'Choose a template',
    calls: /^\/api\/webmaster\/templates/,
    isShared: true,
  },
];

const PARTS: readonly Case[] = [
  {
    name: 'account',
    who: 'advertiser',
    path: '/account',
    title: 'Account',
    calls: /^\/api\/account\/(sessions|tokens|notices|second_factor)$/,
  },
  {
    name: 'push-site',
    who: 'webmaster',
    path: '/webmaster/sites/1/push',
    title: '',
    calls: /^\/api\/webmaster\/sites\/1\/push\/(subscribers|health)$/,
  },
  {
    name: 'overview',
    who: 'god',
    path: '/admin',
    title: 'Overview',
    calls: /^\/api\/admin\/(waiting|stats|ledger\/trial_balance)$/,
  },
  { name: 'settings', who: 'god', path: '/admin/settings', title: 'Settings', calls: /^\/api\/admin\/settings$/ },
  { name: 'user', who: 'god', path: '/admin/users/2', title: '', calls: /^\/api\/admin\/users\/2$/ },
  { name: 'mail', who: 'god', path: '/admin/mails/1', title: '', calls: /^\/api\/admin\/mails\/1$/ },
  { name: 'text', who: 'god', path: '/admin/texts/faq', title: '', calls: /^\/api\/admin\/texts\/faq$/ },
];

/** What every page has, whatever state it is in. */
async function expectWhole(page: Page): Promise<void> {
  await expect(page.getByRole('main')).toHaveCount(1);
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  await expect(page).toHaveTitle(/Placard$/);
}

async function tryAgain(page: Page): Promise<void> {
  const again = page.getByRole('button', { name: 'Try again' });
  for (let left = await again.count(); left > 0; left -= 1) await again.first().click();
  await expect(again).toHaveCount(0);
}

/** The page shows the shape of what comes, then says what failed, and is ready to be tried again. */
async function waitAndFail(page: Page, one: Case): Promise<void> {
  await expect(page.locator('[aria-busy=true]').first()).toBeVisible();
  await expectWhole(page);
  await expect(page.getByRole('alert')).toHaveCount(0);
  // Nothing to read has come yet: the colours of all else are looked at when the page is empty.
  if (DRAWN_ONCE.has(one.name) || OWN_SHAPE.has(one.name)) {
    await glance(page, `${one.name}-loading`, 'main', 'structure');
  }
  await become(page, 'error');
  await expect(page.getByRole('button', { name: 'Try again' }).first()).toBeVisible();
  await expectWhole(page);
}

// Shapes, what failed, and that there is nothing yet, are drawn by one part each on all lists, and on all forms: on one page of
// each kind they are looked at, there in the other scheme, too. Elsewhere they need only fit a phone.
const DRAWN_ONCE = new Set([
  'campaigns',
  'sources',
  'rules',
  'advertiser-finance',
  'network-statistics',
  'moderation',
  'system',
  'campaign-edit',
  'account',
  'settings',
]);
/** Pages that draw a shape of their own beside those. */
const OWN_SHAPE = new Set(['referrals', 'campaign-targeting', 'constructor-gallery', 'push-site']);

async function lookOnce(page: Page, name: string, state: string): Promise<void> {
  if (DRAWN_ONCE.has(name)) await look(page, `${name}-${state}`, 'main');
  else if (OWN_SHAPE.has(name)) await glance(page, `${name}-${state}`, 'main');
  else await expectFits(page, `${name}-${state}`);
}

for (const one of LISTS) {
  test(`${one.name} shows the shape of what comes, what failed, and what comes next`, async ({ cabinet, stay }) => {
    const page = one.isShared ? await load(await cabinet(one.who), one) : await stay(one);
    // The page stands around what comes.
    await expect(page.getByRole('heading', { level: 1, name: one.title, exact: true })).toBeVisible();
    await waitAndFail(page, one);
    if (DRAWN_ONCE.has(one.name)) await glance(page, `${one.name}-error`, 'main');
    await become(page, 'empty');
    await tryAgain(page);
    const main = page.getByRole('main');
    await expect(main.getByRole('heading', { level: 2 }).first()).toBeVisible();
    if (one.says) await expect(main.getByRole('heading', { name: one.says })).toBeVisible();
    if (one.next) {
      const next = main.getByRole('link', { name: one.next }).or(main.getByRole('button', { name: one.next }));
      await expect(next.first()).toBeVisible();
    }
    await expectWhole(page);
    await lookOnce(page, one.name, 'empty');
  });
}

for (const one of [...FORMS, ...PARTS]) {
  test(`${one.name} shows the shape of what comes, what failed, and then what came`, async ({ cabinet, stay }) => {
    const page = one.isShared ? await load(await cabinet(one.who), one) : await stay(one);
    await waitAndFail(page, one);
    await lookOnce(page, one.name, 'error');
    await become(page, 'real');
    await tryAgain(page);
    await expect(page.getByRole('heading', { level: 1, name: one.title })).toBeVisible();
    await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
  });
}
