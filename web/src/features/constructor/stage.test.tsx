import { renderBlock, TEMPLATES } from '@render/index';
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Site } from '~/api/types';
import { showAt } from '~/test/show';
import { ALL_TEMPLATES } from '~/test/templates';
import { exampleAds } from '../preview/examples';
import type { Config } from './fields';
import { inLook, looksOf } from './looks';
import { Stage } from './stage';

// Rules stand in elements then, where they can be read.
beforeEach(() => void vi.stubGlobal('CSSStyleSheet', undefined));
afterEach(() => vi.unstubAllGlobals());

/** What stands in a place: its rules and its elements, without what a preview switches off. */
function drawn(host: Element | null): string {
  const root = host?.shadowRoot;
  if (!root) throw new Error('nothing is drawn');
  return root.innerHTML.replaceAll(/ (href="[^"]*"|disabled=""|tabindex="0"|style="overflow: hidden;")/g, '');
}

/** The script's own, one with parts that move, one that is closed. */
const NAMES = ['image-top', 'swiper', 'media-push'];
const templates = ALL_TEMPLATES.filter(({ config }) => NAMES.includes(config.name));

it.each(templates)('draws $config.name with own settings and CSS as a page does', async (template) => {
  const last = inLook(template, looksOf(template).at(-1)?.label).initial_values as Config;
  const config: Config = { ...last, scheme: 'light', heading: 'Read on', title_size: 19, background: '#fdf6e3' };
  const css = '.block .card{border-left:3px solid #c2410c}';
  showAt(
    '/here',
    <Stage site={{ name: 'Harbor' } as Site} template={template} config={config} css={css} placement="in_place" />,
  );
  const previews = await screen.findAllByRole('img', { name: /block|preview|desktop|phone/i });
  const rows = Number(config.rows ?? 1) * Number(config.columns ?? 1);
  const page = document.createElement('div');
  const code = TEMPLATES[template.config.name];
  if (!code) throw new Error(`no code of ${template.config.name}`);
  renderBlock(page, code, { config, styles: css, ads: exampleAds(rows, 0), whyUrl: '#' });
  expect(previews.length).toBeGreaterThan(0);
  for (const preview of previews) expect(drawn(preview)).toBe(drawn(page));
  expect(drawn(page)).toContain('#c2410c');
});
