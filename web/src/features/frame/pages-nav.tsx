import { Link, useLocation } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { currentOf, NAV_PART_NAMES, NAV_PARTS, type NavItem, navOf, useRoutes } from '~/app/nav';
import { useUser } from '~/app/queries';
import { CABINETS } from '~/lib/cabinets';
import type { Cabinet } from '~/lib/roles';
import { cx } from '~/ui/classes';
import styles from './frame.module.css';

/** Staff alone load it. */
const WaitingCount = lazy(() => import('./waiting-count').then((module) => ({ default: module.WaitingCount })));

/** A page, and how many wait on it for whoever works there. */
function Entry({ item, isCurrent, isWorkplace }: { item: NavItem; isCurrent: boolean; isWorkplace: boolean }) {
  return (
    <Link to={item.to} activeOptions={{ exact: true }} aria-current={isCurrent ? 'page' : undefined}>
      <item.icon size={18} stroke={1.6} aria-hidden />
      <span className="ell">{item.label}</span>
      {isWorkplace && (
        <Suspense>
          <WaitingCount page={item.to} />
        </Suspense>
      )}
    </Link>
  );
}

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
  const parts = [null, ...NAV_PART_NAMES].flatMap((part) => {
    const items = pages.filter((item) => item.part === part);
    return items.length > 0 ? { part, items } : [];
  });
  return (
    <nav ref={place} className={cx(styles.nav, styles.pages)} aria-label={`${CABINETS[cabinet].full} pages`}>
      {parts.map(({ part, items }) => (
        <ul key={part} className={styles.nav} aria-labelledby={part ? `pages-${part}` : undefined}>
          {part && (
            <li className={styles.part} id={`pages-${part}`}>
              {NAV_PARTS[part]}
            </li>
          )}
          {items.map((item) => (
            <li key={item.to}>
              <Entry item={item} isCurrent={item.to === current} isWorkplace={cabinet === 'admin'} />
            </li>
          ))}
        </ul>
      ))}
    </nav>
  );
}
