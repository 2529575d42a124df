/** Tests whose pages belong to people who are logged in already. */
import { type BrowserContext, test as base, type Page } from '@playwright/test';
import { newAddress, PASSWORD, resume, settle } from './people.ts';
import type { Role } from './routes.ts';
import { DRAWN_WITHIN_MS, drawn, open } from './taken-over.ts';

/** A browser of somebody with this role. */
export type Browsers = (role: Role) => Promise<BrowserContext>;
/** A new page in it. */
export type Cabinet = (role: Role) => Promise<Page>;
/** Goes to an address of the application as a link does, with /en before it: nothing but what its page needs is loaded. */
export type Walk = (role: Role, path: string) => Promise<Page>;

/** Has the application show another address, as a link does; returns whether it stood elsewhere. */
export const lead = (page: Page, address: string): Promise<boolean> =>
  page.evaluate((to) => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    const from = location.pathname;
    // The router hears of it as of a link that is pressed.
    history.pushState(null, '', to);
    return location.pathname !== from;
  }, address);

/** Goes to another address, and waits until it stands: the application puts the focus into a page that it has drawn. */
export async function goTo(page: Page, address: string): Promise<void> {
  const leads = await lead(page, address);
  const hasFocus = () => document.getElementById('main')?.contains(document.activeElement);
  if (leads) await page.waitForFunction(hasFocus, undefined, { timeout: DRAWN_WITHIN_MS });
  await drawn(page);
}

/**
 * Each worker logs every role in once, and keeps their browsers: pages are new, what they load is not. A test that ends a
 * session, or changes what is kept in a browser, takes one of its own.
 */
export const test = base.extend<{ cabinet: Cabinet }, { browsers: Browsers; walk: Walk }>({
  browsers: [
    async ({ browser }, use) => {
      const known = new Map<Role, BrowserContext>();
      await use(async (role) => {
        const old = known.get(role);
        if (old) return old;
        const context = await browser.newContext();
        if (role === 'unconfirmed') {
          const email = newAddress('unconfirmed');
          await settle(context.request, email, PASSWORD, { confirmed: false });
          await resume(context, email, PASSWORD);
        } else if (role !== 'nobody') await resume(context, `${role}@placard.example`, PASSWORD);
        known.set(role, context);
        return context;
      });
      await Promise.all([...known.values()].map((context) => context.close()));
    },
    { scope: 'worker' },
  ],
  walk: [
    async ({ browsers }, use) => {
      const known = new Map<Role, Page>();
      await use(async (role, path) => {
        let page = known.get(role);
        if (!page) {
          page = await (await browsers(role)).newPage();
          known.set(role, page);
          await open(page, role === 'nobody' ? '/en/faq' : '/en/account');
          // Before its first page stands, another one is no other one for the application.
          await drawn(page);
        }
        await goTo(page, `/en${path}`);
        return page;
      });
    },
    { scope: 'worker' },
  ],
  cabinet: async ({ browsers }, use) => {
    const pages: Page[] = [];
    await use(async (role) => {
      const page = await (await browsers(role)).newPage();
      pages.push(page);
      return page;
    });
    await Promise.all(pages.map((page) => page.close()));
  },
});
