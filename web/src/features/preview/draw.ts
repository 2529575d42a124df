import { type BlockConfig, type RenderedAd, renderBlock, TEMPLATES } from '@render/index';
import definitions from '@render/templates.json';

/** A block to draw. */
export interface Block {
  template: string;
  /** What differs from the template's initial settings. */
  config?: BlockConfig | undefined;
  styles?: string | undefined;
  ads: readonly RenderedAd[];
}

/** The settings that a template begins with. */
export function templateDefaults(name: string): BlockConfig {
  const fields = definitions.find((definition) => definition.name === name)?.fields ?? [];
  return Object.fromEntries(fields.map((field) => [field.key, field.default]));
}

/** Draws a block whose clicks lead nowhere. */
export function drawBlock(host: HTMLElement, { template, config, styles = '', ads }: Block): void {
  const code = TEMPLATES[template];
  if (!code) return;
  renderBlock(host, code, {
    config: { ...templateDefaults(template), ...config },
    styles,
    ads: [...ads],
    whyUrl: '#',
  });
  // A link without an address is no control: it takes no focus, and its hover still shows.
  for (const link of host.shadowRoot?.querySelectorAll('a') ?? []) link.removeAttribute('href');
}
