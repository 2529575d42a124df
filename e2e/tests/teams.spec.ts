/** Teams of managers: made by god, read by sales. */
import { expect } from '@playwright/test';
import { look } from '../support/look.ts';
import { bearer, PASSWORD, RUN, tokensOf } from '../support/people.ts';
import { goTo, test } from '../support/test.ts';

test('god makes a team, puts a manager into it, and deletes it again', async ({ cabinet, request }) => {
  const [name, renamed] = [`North ${RUN}`, `Far north ${RUN}`];
  const god = await cabinet('god');
  await god.goto('/admin/teams');
  await god.getByRole('button', { name: 'New team' }).first().click();
  const form = god.getByRole('form', { name: 'New team' });
  await form.getByRole('button', { name: 'Make the team' }).click();
  await expect(form.getByText('A name is needed.')).toBeVisible();
  await form.getByLabel('Name').fill(name);
  await form.getByRole('button', { name: 'Make the team' }).click();
  const row = (text: string) => god.getByRole('row').filter({ hasText: text });
  await expect(row(name)).toBeVisible();

  const sales = await tokensOf(request, 'sales@placard.example', PASSWORD);
  const me = await (await request.get('/api/oauth2/user', bearer(sales.access_token))).json();
  await goTo(god, `/admin/users/${me.data.id}`);
  const terms = god.getByRole('region', { name: 'Terms' });
  await terms.getByRole('combobox', { name: 'Team' }).click();
  await god.getByRole('option', { name }).click();
  await terms.getByRole('button', { name: 'Save' }).click();
  await expect(god.getByText('Terms saved')).toBeVisible();

  await goTo(god, '/admin/teams');
  await expect(row(name)).toContainText('sales@placard.example');
  await row(name)
    .getByRole('button', { name: /^Actions|More|Menu/ })
    .click();
  await god.getByRole('menuitem', { name: 'Rename' }).click();
  const rename = god.getByRole('form', { name: `Rename ${name}` });
  await rename.getByLabel('Name').fill(renamed);
  await rename.getByRole('button', { name: 'Rename' }).click();
  await expect(row(renamed)).toBeVisible();

  const page = await cabinet('sales');
  await page.goto('/admin/teams');
  await expect(page.getByRole('row').filter({ hasText: renamed })).toContainText('sales@placard.example');
  await expect(page.getByRole('button', { name: 'New team' })).toHaveCount(0);

  // Figures of the network are asked for by team, and the chip reads its name.
  await goTo(god, '/admin/statistics?period=30d');
  await god.getByRole('button', { name: 'Filter', exact: true }).click();
  await god.getByRole('button', { name: 'Team of the manager' }).click();
  await god.getByRole('checkbox', { name: renamed }).check();
  await god.getByRole('button', { name: 'Filter by 1' }).click();
  await expect(god).toHaveURL(/team/);
  await expect(god.getByRole('main')).toContainText(new RegExp(`Team of the manager\\s*is\\s*${renamed}`));
  await goTo(god, '/admin/teams');

  await row(renamed)
    .getByRole('button', { name: /^Actions|More|Menu/ })
    .click();
  await god.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(god.getByRole('dialog')).toContainText('1 manager will be in no team');
  await god.getByRole('button', { name: 'Delete 1' }).click();
  await expect(row(renamed)).toHaveCount(0);
  await page.reload();
  await expect(page.getByText('You are in no team')).toBeVisible();
});

test('staff ask why an ad is not shown without being in its cabinet', async ({ cabinet }) => {
  const god = await cabinet('god');
  await god.goto('/admin/delivery');
  await god.getByLabel('Its number').fill('1');
  await god.getByRole('button', { name: 'What stops it?' }).click();
  await expect(god).toHaveURL(/campaign_id=1$/);
  await expect(god.getByRole('heading', { name: 'Delivery', level: 2 })).toBeVisible();
  await goTo(god, '/admin/delivery?ad_id=1');
  await god.getByLabel('Number of a block').fill('1');
  await god.getByRole('button', { name: 'Why not there?' }).click();
  await expect(god.getByText(/^[A-Z][a-z ]+: \S/).last()).toBeVisible();
  await look(god, 'staff-delivery', 'main');
  await goTo(god, '/admin/delivery?ad_id=999999');
  await expect(god.getByText('There is nothing here, or nothing that is yours.')).toBeVisible();
});
