import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import type { Block, Site, Template } from '~/api/types';
import { ok, refused, stubApi } from '~/test/api-stub';
import { showAt } from '~/test/show';
import { ALL_TEMPLATES } from '~/test/templates';
import { Constructor } from './constructor';

const [template] = ALL_TEMPLATES as [Template, ...Template[]];
const block = {
  id: 5,
  site_id: 3,
  name: 'Sidebar',
  template_id: template.id,
  config: template.initial_values,
  custom_styles: '.card {\n  filter: none;\n}',
  compiled_styles: '',
  passback_html: '',
  passback_url: '',
  refresh_seconds: null,
  placement: 'in_place',
  article_paragraphs: null,
  ecpm_floor: 0,
  country_floors: [],
  version: 1,
} as unknown as Block;

afterEach(() => vi.unstubAllGlobals());

async function openCss(shown: Block) {
  const calls = stubApi({
    'POST /api/webmaster/styles': refused({ custom_styles: ['line 2: filter is not allowed'] }),
    'GET /api/webmaster/tag': ok({ data: { domain: 'ads.example', path: '/p.js', attribute: 'data-placard' } }),
  });
  showAt(
    '/webmaster/blocks/5',
    <Constructor
      site={{ id: 3, name: 'Shop', host: 'shop.example' } as unknown as Site}
      template={template}
      block={shown}
    />,
  );
  await userEvent.click(await screen.findByRole('tab', { name: /^CSS/ }));
  return calls.filter((call) => call.path === '/api/webmaster/styles');
}

it('says why stored CSS is refused that once was taken', async () => {
  await openCss(block);
  expect(await screen.findByText('Line 2: filter is not allowed.')).toBeInTheDocument();
  expect(screen.queryByText(/Accepted by the server/)).not.toBeInTheDocument();
});

it('believes stored CSS that is in use', async () => {
  const asked = await openCss({ ...block, compiled_styles: '.block .card{color:red;}' });
  expect(await screen.findByText(/Accepted by the server/)).toBeInTheDocument();
  expect(asked).toHaveLength(0);
});

it('says of an emptied name that one is needed, as soon as the field is left', async () => {
  await openCss(block);
  await userEvent.click(screen.getByRole('tab', { name: /^Settings/ }));
  const name = await screen.findByLabelText('Name');
  await userEvent.clear(name);
  expect(name).not.toHaveAttribute('placeholder');
  await userEvent.tab();
  expect(await screen.findByText(/Give the block a name/)).toBeInTheDocument();
  await userEvent.type(name, 'Sidebar');
  expect(screen.queryByText(/Give the block a name/)).not.toBeInTheDocument();
});
