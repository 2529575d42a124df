import { useEffect, useRef } from 'react';

/** A block of example ads on a public page. */
export interface LiveBlockProps {
  template: string;
  /** What differs from the template's initial settings. */
  config?: Record<string, string | number | boolean>;
  /** How many ads. */
  count: number;
  /** With which example it begins. */
  turn?: number;
}

/** Draws a block as HTML; set where pages are pre-rendered. */
export const drawing: { markup: ((block: LiveBlockProps) => string) | null } = { markup: null };

/**
 * A block of example ads, drawn by the code of the tag. A pre-rendered page holds it as a declarative shadow root, which
 * reads without a script: the drawing code is loaded only when the block has to be drawn anew.
 */
export function LiveBlock({ label, template, config, count, turn = 0 }: LiveBlockProps & { label: string }) {
  const host = useRef<HTMLDivElement>(null);
  const takenOver = useRef(false);
  useEffect(() => {
    const stands = !takenOver.current && host.current?.shadowRoot?.querySelector('.block');
    takenOver.current = true;
    if (stands) return;
    let wanted = true;
    void import('./draw-live').then(({ drawLive }) => {
      if (wanted && host.current) drawLive(host.current, { template, count, turn, ...(config ? { config } : {}) });
    });
    return () => {
      wanted = false;
    };
  }, [template, config, count, turn]);
  const block = { template, count, turn, ...(config ? { config } : {}) };
  return (
    <div
      ref={host}
      role="img"
      aria-label={label}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own drawing code, whose texts are text nodes
      dangerouslySetInnerHTML={{ __html: drawing.markup?.(block) ?? '' }}
    />
  );
}
