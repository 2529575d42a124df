import type { ReactNode } from 'react';
import { useActing } from '~/app/acting';
import { useKeptFocus } from '~/ui/kept-focus';
import { Note } from '~/ui/note';
import { Skeleton } from '~/ui/states';
import styles from './account.module.css';

/** A part of the account page that the in-page navigation leads to. */
export function Section({
  id,
  title,
  hint,
  badge,
  actions,
  children,
}: {
  id: string;
  title: string;
  hint?: ReactNode;
  /** A state beside the heading: on, off. */
  badge?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}) {
  const kept = useKeptFocus<HTMLElement>();
  return (
    <section className={styles.section} id={id} aria-labelledby={`${id}-title`} {...kept}>
      <div className={styles.sectionHead}>
        <div className="row" style={{ gap: 12 }}>
          <h2 id={`${id}-title`}>{title}</h2>
          {badge}
        </div>
        {actions && <div className="row wrap">{actions}</div>}
      </div>
      {hint && <p className={styles.hint}>{hint}</p>}
      {children}
    </section>
  );
}

/** Whether somebody of the staff works as this user: what only the owner may do is then closed. */
export function useIsActing(): boolean {
  return useActing() !== null;
}

/** Says why a part is closed while the staff works as the user. */
export function OwnerOnly({ what }: { what: string }) {
  return <Note tone="info">You work as this user. Only the owner of the account can change {what}.</Note>;
}

/** A part that only the owner of the account has: what it is while the staff works as the user. */
export const OwnSection = ({
  what,
  children,
  ...head
}: Omit<Parameters<typeof Section>[0], 'actions'> & { what: string }) =>
  useIsActing() ? (
    <Section {...head}>
      <OwnerOnly what={what} />
    </Section>
  ) : (
    children
  );

/** A line before it is there. */
export function LineSkeleton({ label }: { label: string }) {
  return (
    <div className={styles.rows} aria-busy>
      <p className="vh" role="status">
        Loading: {label}
      </p>
      <div className={styles.line}>
        <Skeleton width={32} height={32} radius={8} />
        <div className="grow stack" style={{ gap: 8 }}>
          <Skeleton width="38%" height={12} />
          <Skeleton width="56%" />
        </div>
      </div>
    </div>
  );
}
