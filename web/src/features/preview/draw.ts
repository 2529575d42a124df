import { type BlockConfig, type RenderedAd, renderBlock, TEMPLATES } from '@render/index';
import initial from '@render/initial.json';

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
  return (initial as Record<string, BlockConfig>)[name] ?? {};
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
  // A picture of a block has no controls: nothing in it takes the focus, and hovers still show.
  for (const link of host.shadowRoot?.querySelectorAll('a') ?? []) link.removeAttribute('href');
  for (const button of host.shadowRoot?.querySelectorAll('button') ?? []) button.disabled = true;
  for (const track of host.shadowRoot?.querySelectorAll<HTMLElement>('[tabindex]') ?? []) {
    track.removeAttribute('tabindex');
    track.style.overflow = 'hidden';
  }
}
