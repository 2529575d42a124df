import { useRouter } from '@tanstack/react-router';
import { type MouseEvent, useEffect, useRef } from 'react';
import { useFindPage } from '~/app/page';
import { prefixLinks } from '~/app/prefix-links';
import { splitPath } from '~/lib/locale';
import { cx } from '~/ui/classes';
import styles from './text.module.css';

/**
 * HTML that the server made from Markdown. Links inside the site open without loading the page anew. `enhance` may work on
 * the elements once they stand.
 */
export function TextBody({
  id,
  html,
  className,
  enhance,
}: {
  id?: string;
  html: string;
  className?: string | undefined;
  enhance?: (body: HTMLElement) => void;
}) {
  const router = useRouter();
  const find = useFindPage();
  const body = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other HTML means other elements to work on
  useEffect(() => {
    if (!body.current) return;
    prefixLinks(body.current, location.pathname, find);
    // What scrolls in itself can be reached by the keyboard.
    for (const wide of body.current.querySelectorAll<HTMLElement>('table, pre')) wide.tabIndex = 0;
    enhance?.(body.current);
  }, [html, enhance]);
  const follow = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!link || !plain || link.origin !== location.origin || link.pathname === location.pathname) return;
    // Files and other addresses of the server are no pages: the browser follows them.
    if (link.target !== '' || link.hasAttribute('download') || !find(link.pathname)) return;
    event.preventDefault();
    void router.navigate({ href: splitPath(link.pathname).rest + link.search + link.hash });
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the links inside are what is clicked
    // biome-ignore lint/a11y/useKeyWithClickEvents: links have keys of their own
    <div
      ref={body}
      id={id}
      className={cx(styles.body, className)}
      onClick={follow}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the server renders Markdown without any HTML of its author
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
