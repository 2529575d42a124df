import { IconAlertTriangle, IconCircleCheck, IconMail } from '@tabler/icons-react';
import type { FormEventHandler, ReactNode } from 'react';
import { useTitle } from '~/app/title';
import { AuthLayout } from '~/layouts/auth-layout';
import { cx } from '~/ui/classes';
import { Skeleton } from '~/ui/states';
import styles from './panel.module.css';

const MARKS = { ok: IconCircleCheck, bad: IconAlertTriangle, idle: IconMail };

/** A page of the authentication layout: heading, what it is about, fields or buttons, a foot. */
export function AuthPanel({
  title,
  lead,
  mark,
  foot,
  onSubmit,
  children,
}: {
  title: string;
  lead?: ReactNode;
  /** An outcome is marked: done, failed, mail on its way. */
  mark?: keyof typeof MARKS;
  foot?: ReactNode;
  /** Makes the panel a form. */
  onSubmit?: FormEventHandler<HTMLFormElement>;
  children?: ReactNode;
}) {
  useTitle(title);
  const Mark = mark ? MARKS[mark] : null;
  const inside = (
    <>
      <div className={styles.head}>
        {Mark && <Mark className={cx(styles.mark, mark)} size={28} stroke={1.6} aria-hidden />}
        <h1>{title}</h1>
        {lead && <p>{lead}</p>}
      </div>
      {children}
    </>
  );
  return (
    <AuthLayout aside={foot}>
      {onSubmit ? (
        <form noValidate onSubmit={onSubmit}>
          {inside}
        </form>
      ) : (
        inside
      )}
    </AuthLayout>
  );
}

/** Buttons of a panel side by side. */
export const PanelActions = ({ children }: { children: ReactNode }) => <div className={styles.actions}>{children}</div>;

/** The shape of a panel while it is not known what it will say. */
export function PanelSkeleton({ title }: { title: string }) {
  useTitle(title);
  return (
    <AuthLayout>
      <h1 className="vh">{title}</h1>
      <p className="vh" role="status">
        Loading
      </p>
      <Skeleton height={28} width="62%" />
      <Skeleton height={14} width="90%" />
      <Skeleton height={14} width="74%" />
      <Skeleton height={40} />
    </AuthLayout>
  );
}
