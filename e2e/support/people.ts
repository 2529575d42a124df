import { type APIRequestContext, type Browser, type BrowserContext, expect, type Page } from '@playwright/test';
import { placard } from './command.ts';
import { linkIn, mailTo } from './mail.ts';

/** The password of everybody in the demo network. */
export const PASSWORD = 'Placard-demo-1';

/** So that the stories can be told again to the same network. */
export const RUN = `${Date.now() % 1_000_000}${process.env.TEST_WORKER_INDEX ?? ''}`;

/** People that the demo network begins with. */
export type DemoPerson = 'advertiser' | 'webmaster' | 'god' | 'sales';

/** Signed up as the run begins, and waits for the mail since. */
export const PATIENT = `patient-${process.env.E2E_BEGAN_MS}@mail.example`;

/** An address of nobody yet. */
export const newAddress = (name: string): string => `${name}-${RUN}@mail.example`;

/** A visitor with an ordinary browser: headless ones are known robots, and their clicks are not billed. The demo takes loopback for an address in Germany. */
export const visitor = (browser: Browser): Promise<BrowserContext> =>
  browser.newContext({
    viewport: { width: 1280, height: 900 },
    userAgent:
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
    locale: 'de-DE',
  });

/** Fills the login form and sends it. */
export async function fillLogin(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
}

/** Logs in at the login page and waits to be sent on. */
export async function logIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/account/login');
  await fillLogin(page, email, password);
  await expect(page).not.toHaveURL(/login/);
}

/** Logs out, and waits until it is done: whoever leaves the page earlier may be logged in still. */
export async function logOut(page: Page): Promise<void> {
  await page.goto('/logout');
  await expect(page).toHaveURL((url) => url.pathname === '/');
}

/** Signs somebody up by the API; `confirmed` opens the link of the mail too. For stories that begin later. */
export async function settle(
  request: APIRequestContext,
  email: string,
  password: string,
  { role = 'advertiser', confirmed = true }: { role?: 'advertiser' | 'webmaster'; confirmed?: boolean } = {},
): Promise<void> {
  const answer = await request.post('/api/account', { data: { email, password, role } });
  expect(answer.status(), await answer.text()).toBe(202);
  if (!confirmed) return;
  const link = linkIn(await mailTo(email, /^Confirm/), '/confirm');
  const token = new URLSearchParams(link.split('?')[1]).get('token') ?? '';
  const opened = await request.get(`/api/confirm?token=${encodeURIComponent(token)}`);
  expect(opened.status(), await opened.text()).toBe(200);
}

/** Tokens by the API, for calls that a story makes beside the browser. */
export async function tokensOf(request: APIRequestContext, email: string, password: string) {
  const answer = await request.post('/api/oauth2/accessToken', { data: { grant_type: 'password', email, password } });
  expect(answer.status(), await answer.text()).toBe(200);
  return (await answer.json()) as { access_token: string; refresh_token: string; expires_in: number };
}

/** Puts a session into a browser as a login leaves it there: typing the password is for the tests of the login. */
export async function resume(context: BrowserContext, email: string, password: string): Promise<void> {
  const { access_token, refresh_token, expires_in } = await tokensOf(context.request, email, password);
  const claims = JSON.parse(Buffer.from(access_token.split('.')[1] ?? '', 'base64url').toString('utf8'));
  const session = {
    access: access_token,
    refresh: refresh_token,
    expiresAt: Date.now() + expires_in * 1_000,
    session: String(claims.sid),
    user: String(claims.sub),
  };
  await context.setStorageState({
    cookies: await context.cookies(),
    origins: [
      {
        origin: process.env.E2E_URL ?? '',
        localStorage: [{ name: 'placard.session', value: JSON.stringify(session) }],
      },
    ],
  });
}

/** A page of one of the demo's people, in a browser of their own. */
export async function enter(browser: Browser, who: DemoPerson): Promise<Page> {
  const context = await browser.newContext();
  await resume(context, `${who}@placard.example`, PASSWORD);
  return context.newPage();
}

/** A second owner of the network for as long as something is done; the network has one otherwise. */
export async function withSecondOwner(
  browser: Browser,
  name: string,
  work: (page: Page, email: string) => Promise<void>,
): Promise<void> {
  const email = newAddress(name);
  await placard(['user', 'create', '--email', email, '--type', 'god', '--role', 'none', '--password-stdin'], PASSWORD);
  const context = await browser.newContext();
  try {
    await resume(context, email, PASSWORD);
    await work(await context.newPage(), email);
  } finally {
    await context.close();
    await placard(['user', 'set', '--email', email, '--status', 'blocked', '--reason', 'The story is over.']);
  }
}

/** The header of a call in somebody's name. */
export const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
