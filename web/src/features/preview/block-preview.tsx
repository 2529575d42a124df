import { type BlockConfig, type RenderedAd, renderBlock, TEMPLATES } from '@render/index';
import definitions from '@render/templates.json';
import { useEffect, useRef } from 'react';

/** The settings that a template begins with. */
export function templateDefaults(name: string): BlockConfig {
  const fields = definitions.find((definition) => definition.name === name)?.fields ?? [];
  return Object.fromEntries(fields.map((field) => [field.key, field.default]));
}

/** A block drawn by the code of the tag, at the width that its place gives it. Clicks lead nowhere. */
export function BlockPreview({
  template,
  config,
  styles = '',
  ads,
  label,
}: {
  template: string;
  /** What differs from the template's initial settings. */
  config?: BlockConfig;
  styles?: string;
  ads: readonly RenderedAd[];
  label: string;
}) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const code = TEMPLATES[template];
    if (!host.current || !code) return;
    renderBlock(host.current, code, {
      config: { ...templateDefaults(template), ...config },
      styles,
      ads: [...ads],
      whyUrl: '#',
    });
    // A link without an address is no control: it takes no focus, and its hover still shows.
    for (const link of host.current.shadowRoot?.querySelectorAll('a') ?? []) link.removeAttribute('href');
  }, [template, config, styles, ads]);
  return <div ref={host} role="img" aria-label={label} />;
}
