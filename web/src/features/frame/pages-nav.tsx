import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { currentOf, navOf, useRoutes } from '~/app/nav';
import { useUser } from '~/app/queries';
import { CABINETS } from '~/lib/cabinets';
import type { Cabinet } from '~/lib/roles';
import { cx } from '~/ui/classes';
import styles from './frame.module.css';

/** The pages of a cabinet. Where there are more than fit, they scroll by themselves: what stands above and below them stays in sight. */
export function PagesNav({ cabinet }: { cabinet: Cabinet }) {
  const pages = navOf(useRoutes(), cabinet, useUser());
  const path = useLocation({ select: (location) => location.pathname });
  const current = currentOf(pages, path)?.to;
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    // Newer browsers answer with a promise, which is nothing to end the effect with.
    if (current) place.current?.querySelector('[aria-current]')?.scrollIntoView?.({ block: 'nearest' });
  }, [current]);
  return (
    <nav ref={place} className={cx(styles.nav, styles.pages)} aria-label={`${CABINETS[cabinet].full} pages`}>
      {pages.map((item) => (
        <Link
          key={item.to}
          to={item.to}
          activeOptions={{ exact: true }}
          aria-current={item.to === current ? 'page' : undefined}
        >
          <item.icon size={18} stroke={1.6} aria-hidden />
          <span className="ell">{item.label}</span>
        </Link>
      ))}
    </nav>
  );
}
