import definitions from '@render/templates.json';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import type { Block, Site, Template } from '~/api/types';
import { ok, stubApi } from '~/test/api-stub';
import { showAt } from '~/test/show';
import { ALL_TEMPLATES } from '~/test/templates';
import { CopyFrom } from '../copy-from/copy-from';
import { Form } from '../form/parts';
import { LastUsed } from './last-used';
import { useBlockForm } from './use-block-form';
import { usedLast } from './used';

const SITE = { id: 3, name: 'Harbor' } as Site;
const block = (id: number, name: string, template: number, cpm: number | null) =>
  ({ id, name, template_id: template, statistic: { cpm } }) as unknown as Block;
const BLOCKS = [
  block(8, 'Below', 2, 1.84),
  block(9, 'Beside', 2, null),
  block(7, 'Foot', 1, 9),
  // A template that is offered no more.
  block(10, 'Old', 999, 9),
];

afterEach(() => vi.unstubAllGlobals());

it('finds the template of the newest block, and which of its blocks earns most', () => {
  expect(usedLast(BLOCKS, ALL_TEMPLATES)).toMatchObject({
    template: { id: 2 },
    count: 2,
    best: { name: 'Below', ecpm: 1.84 },
  });
  expect(usedLast([block(1, 'New', 2, 0)], ALL_TEMPLATES)).not.toHaveProperty('best');
  expect(usedLast([], ALL_TEMPLATES)).toBeUndefined();
  expect(usedLast(BLOCKS, [])).toBeUndefined();
});

it('shows all looks of the template that was used last', async () => {
  stubApi({
    'GET /api/webmaster/sites/3/blocks': ok({ data: BLOCKS, pagination: { current_page: 1, last_page: 1, total: 4 } }),
  });
  showAt('/here', <LastUsed site={SITE} templates={ALL_TEMPLATES} scheme="both" />);
  const section = await screen.findByRole('region', { name: 'Used last: Native, image top' });
  expect(section).toHaveTextContent(
    'In 2 blocks of this site. The best of them, “Below”, earned $1,84 per 1 000 shows in the last 7 days.',
  );
  const looks = (definitions.find(({ id }) => id === 2)?.presets ?? []).map(({ label }) => label);
  expect(
    within(section)
      .getAllByRole('heading', { level: 3 })
      .map((look) => look.textContent),
  ).toEqual(looks);
  expect(within(section).getByRole('link', { name: /Dark$/ })).toHaveAttribute(
    'href',
    expect.stringMatching(/look=Dark/),
  );
});

it('lets one of all own blocks be chosen to begin with', async () => {
  const calls = stubApi({
    'GET /api/webmaster/blocks/list_for_copy': ok({
      data: [
        { id: 8, name: 'Below', site_id: 3, site_name: 'news.example' },
        { id: 9, name: 'Beside', site_id: 4, site_name: 'shop.example' },
      ],
      pagination: { current_page: 1, last_page: 1, per_page: 20, total: 2 },
    }),
  });
  const taken: number[] = [];
  showAt('/here', <CopyFrom what="block" take={async (id) => () => taken.push(id)} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Copy from' }));
  await userEvent.click(await screen.findByRole('button', { name: /Beside/ }));
  await vi.waitFor(() => expect(taken).toEqual([9]));
  expect(calls).toHaveLength(1);
});

it('begins a new block with all that another one has', async () => {
  const other = {
    id: 8,
    name: 'Below',
    config: { gap: 4 },
    custom_styles: '.card { color: red; }',
    passback_html: '<b>Own</b>',
    passback_url: '',
    refresh_seconds: 40,
    placement: 'in_place',
    article_paragraphs: null,
    ecpm_floor: 0.5,
    country_floors: [],
    version: 7,
  } as unknown as Block;
  const calls = stubApi({ 'POST /api/webmaster/sites/3/blocks': { status: 201, body: { data: { id: 20 } } } });
  const [, template] = ALL_TEMPLATES as [Template, Template];
  function Like() {
    const form = useBlockForm(SITE, template, undefined, other);
    return (
      <Form form={form}>
        <button type="submit">Create</button>
      </Form>
    );
  }
  showAt('/here', <Like />);
  await userEvent.click(await screen.findByRole('button', { name: 'Create' }));
  await vi.waitFor(() => expect(calls).toHaveLength(1));
  expect(calls[0]?.body).toMatchObject({
    name: 'Below',
    template_id: template.id,
    config: { ...template.initial_values, gap: 4 },
    custom_styles: '.card { color: red; }',
    passback_html: '<b>Own</b>',
    refresh_seconds: 40,
    ecpm_floor: 0.5,
  });
  expect(calls[0]?.body).not.toHaveProperty('version');
});
