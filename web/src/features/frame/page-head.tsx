import { IconChevronRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Fragment, type ReactNode } from 'react';
import { usePage } from '~/app/page';
import { useTitle } from '~/app/title';
import { CABINETS } from '~/lib/cabinets';
import type { PageLink } from '~/lib/paths';
import { cabinetOfPage } from '~/lib/roles';
import styles from './frame.module.css';

/** A step above the page; the last one is the page itself and has no link. */
export interface Crumb {
  label: string;
  link?: PageLink;
}

/** Breadcrumbs, the page's name, its actions. Names the browser's tab too. `title` is for pages named after what they show. */
export function PageHead({
  title: shown,
  crumbs: above,
  actions,
  badge,
}: {
  title?: string | undefined;
  /** The steps above it; its cabinet unless said. */
  crumbs?: readonly Crumb[];
  actions?: ReactNode;
  /** A status beside the name. */
  badge?: ReactNode;
}) {
  const { title: declared, access } = usePage();
  const cabinet = cabinetOfPage(access);
  const crumbs = above ?? (cabinet ? [{ label: CABINETS[cabinet].full }] : []);
  const title = shown ?? declared ?? '';
  useTitle(title);
  return (
    <div className={styles.head}>
      <nav className={styles.crumbs} aria-label="Breadcrumbs">
        {crumbs.map((crumb) => (
          <Fragment key={crumb.label}>
            {crumb.link ? <Link {...crumb.link}>{crumb.label}</Link> : <span>{crumb.label}</span>}
            <IconChevronRight size={12} aria-hidden />
          </Fragment>
        ))}
        <span aria-current="page">{title}</span>
      </nav>
      <div className={styles.headRow}>
        <div className="row wrap" style={{ gap: 12, minWidth: 0 }}>
          <h1>{title}</h1>
          {badge}
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
    </div>
  );
}
