import { type BlockConfig, type RenderedAd, renderBlock, TEMPLATES } from '@render/index';
import definitions from '@render/templates.json';
import { useEffect, useRef } from 'react';

/** A document to draw in where there is no browser; the script that pre-renders pages brings one. */
export const drawing: { document: Document | null } = { document: null };

/** The settings that a template begins with. */
export function templateDefaults(name: string): BlockConfig {
  const fields = definitions.find((definition) => definition.name === name)?.fields ?? [];
  return Object.fromEntries(fields.map((field) => [field.key, field.default]));
}

interface Block {
  template: string;
  /** What differs from the template's initial settings. */
  config?: BlockConfig | undefined;
  styles?: string | undefined;
  ads: readonly RenderedAd[];
}

function draw(host: HTMLElement, { template, config, styles = '', ads }: Block): ShadowRoot | null {
  const code = TEMPLATES[template];
  if (!code) return null;
  renderBlock(host, code, {
    config: { ...templateDefaults(template), ...config },
    styles,
    ads: [...ads],
    whyUrl: '#',
  });
  // A link without an address is no control: it takes no focus, and its hover still shows.
  for (const link of host.shadowRoot?.querySelectorAll('a') ?? []) link.removeAttribute('href');
  return host.shadowRoot;
}

/** The block as a declarative shadow root, for pages that must read without a script. */
function markup(block: Block): string {
  const host = drawing.document?.createElement('div');
  const root = host && draw(host, block);
  if (!root) return '';
  // Rules first: what stands before them would be painted without.
  root.prepend(...root.querySelectorAll('style'));
  return `<template shadowrootmode="open">${root.innerHTML}</template>`;
}

/** A block drawn by the code of the tag, at the width that its place gives it. Clicks lead nowhere. */
export function BlockPreview({ label, template, config, styles, ads }: Block & { label: string }) {
  const host = useRef<HTMLDivElement>(null);
  const takenOver = useRef(false);
  useEffect(() => {
    // What was pre-rendered stands already; drawing it again would only make its pictures blink.
    const stands = !takenOver.current && host.current?.shadowRoot?.querySelector('.block');
    takenOver.current = true;
    if (host.current && !stands) draw(host.current, { template, config, styles, ads });
  }, [template, config, styles, ads]);
  return (
    <div
      ref={host}
      role="img"
      aria-label={label}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own drawing code, whose texts are text nodes
      dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? markup({ template, config, styles, ads }) : '' }}
    />
  );
}
