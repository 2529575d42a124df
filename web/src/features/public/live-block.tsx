import { useEffect, useRef } from 'react';
import { useSchemeWish } from '~/app/scheme-wish';
import type { ExampleProps } from './example-notification';

/** A block of example ads on a public page. */
export interface LiveBlockProps {
  template: string;
  /** What differs from the template's initial settings. The scheme is the page's own unless it is named here. */
  config?: Record<string, string | number | boolean>;
  /** CSS of the block's own, as a webmaster may write it. */
  styles?: string;
  /** How many ads. */
  count: number;
  /** With which example it begins. */
  turn?: number;
}

/** What a webmaster may write too: where the room is small, two ads fill a row and the third is left out. */
export const TWO_ON_A_PHONE = '@container (max-width: 559px) { .card:nth-child(3) { display: none; } }';

/** Draws a block and a notification as HTML; set where pages are pre-rendered. */
export const drawing: {
  markup: ((block: LiveBlockProps) => string) | null;
  notification: ((example: ExampleProps) => string) | null;
} = { markup: null, notification: null };

/**
 * A block of example ads, drawn by the code of the tag. A pre-rendered page holds it as a declarative shadow root, which
 * reads without a script: the drawing code is loaded only when the block has to be drawn anew.
 */
export function LiveBlock({
  label,
  template,
  config,
  styles = '',
  count,
  turn = 0,
}: LiveBlockProps & { label: string }) {
  const scheme = useSchemeWish();
  const host = useRef<HTMLDivElement>(null);
  const takenOver = useRef(false);
  useEffect(() => {
    const stands = !takenOver.current && host.current?.shadowRoot?.querySelector('.block');
    takenOver.current = true;
    if (stands) return;
    let wanted = true;
    void import('./draw-live').then(({ drawLive }) => {
      if (wanted && host.current)
        drawLive(host.current, { template, config: { scheme, ...config }, styles, count, turn });
    });
    return () => {
      wanted = false;
    };
  }, [template, scheme, config, styles, count, turn]);
  const block = { template, config: { scheme, ...config }, styles, count, turn };
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
