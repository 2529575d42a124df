import { Link } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';

/** A link to an address made by `lib/paths`, with the locale's prefix and preloading. */
export function AppLink({
  href,
  children,
  search,
  ...rest
}: { href: string; children: ReactNode; search?: Record<string, unknown> } & Omit<
  ComponentProps<'a'>,
  'href' | 'children'
>) {
  return (
    <Link to={href as '/'} {...(search ? { search: search as never } : {})} {...rest}>
      {children}
    </Link>
  );
}
