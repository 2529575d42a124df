import { IconChevronRight } from '@tabler/icons-react';
import { Link, type LinkProps } from '@tanstack/react-router';
import { Fragment, type ReactNode } from 'react';
import { useTitle } from '~/app/title';
import styles from './frame.module.css';

/** A step above the page; the last one is the page itself and has no link. */
export interface Crumb {
  label: string;
  link?: Pick<LinkProps, 'to' | 'params'>;
}

/** Breadcrumbs, the page's name, its actions. Names the browser's tab too. */
export function PageHead({
  title,
  crumbs,
  actions,
  badge,
}: {
  title: string;
  crumbs: readonly Crumb[];
  actions?: ReactNode;
  /** A status beside the name. */
  badge?: ReactNode;
}) {
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
