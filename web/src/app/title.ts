import { useEffect } from 'react';
import { splitPath } from '~/lib/locale';

/** The address that the network is known under: a page that the server wrote names it. */
let origin: string | undefined;

/** Sets a tag of the head, made where it is missing; null removes it. */
function setTag(name: 'link' | 'meta', key: string, value: string, attribute: string, content: string | null): void {
  const found = document.head.querySelector(`${name}[${key}="${value}"]`);
  if (content === null) {
    found?.remove();
    return;
  }
  const tag = found ?? document.head.appendChild(document.createElement(name));
  tag.setAttribute(key, value);
  tag.setAttribute(attribute, content);
}

/**
 * Names the page in the browser's tab. What public pages say about themselves to search engines and to whoever is sent
 * their address follows with `description`; without one the page says nothing.
 */
export function useTitle(title: string, description: string | null = null): void {
  useEffect(() => {
    document.title = `${title} · Placard`;
    const canonical = document.head.querySelector<HTMLLinkElement>('link[rel="canonical"]');
    origin ??= canonical ? new URL(canonical.href).origin : location.origin;
    const isTold = description !== null;
    const address = isTold ? origin + splitPath(location.pathname).rest : null;
    setTag('link', 'rel', 'canonical', 'href', address);
    setTag('meta', 'name', 'description', 'content', description);
    setTag('meta', 'property', 'og:url', 'content', address);
    setTag('meta', 'property', 'og:title', 'content', isTold ? document.title : null);
    setTag('meta', 'property', 'og:description', 'content', description);
  }, [title, description]);
}
