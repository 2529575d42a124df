import { IconCloudOff, IconRefresh } from '@tabler/icons-react';
import type { CSSProperties, ReactNode } from 'react';
import { errorText, toApiError } from '~/api/problem';
import { Button } from './button';
import { cx } from './classes';
import styles from './states.module.css';

/** A grey shape of what comes, in its size. */
export function Skeleton({
  width = '100%',
  height = 10,
  radius,
}: {
  width?: number | string;
  height?: number | string;
  radius?: number;
}) {
  const style: CSSProperties = { width, height };
  if (radius !== undefined) style.borderRadius = radius;
  return <span className={styles.sk} style={style} aria-hidden />;
}

/** An empty place: says what comes here and offers the one button. `first` draws the blank placard. */
export function Empty({
  title,
  children,
  actions,
  first,
  small,
}: {
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
  first?: boolean;
  small?: boolean;
}) {
  return (
    <div className={cx(styles.empty, small && styles.small)}>
      {first && (
        <svg className={styles.blank} viewBox="0 0 120 132" aria-hidden="true">
          <path className={styles.board} d="M12 12h96v72H36v40H12z" />
          <path className={styles.crop} d="M12 0v7M0 12h7M108 0v7M120 12h-7M108 96v-7M120 84h-7" />
        </svg>
      )}
      <div>
        <h2>{title}</h2>
        {children && <p>{children}</p>}
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
    </div>
  );
}

/** A part of a page that could not be loaded: what happened, what to do, a code for support. */
export function ErrorPanel({
  title,
  of,
  error = of?.error,
  onRetry = of && (() => void of.refetch()),
}: {
  title: string;
  /** The answer that did not come; or what went wrong, and how it is tried again. */
  of?: { error: unknown; refetch(): unknown };
  error?: unknown;
  onRetry?: () => void;
}) {
  const problem = toApiError(error);
  return (
    <div className={styles.error} role="alert">
      <IconCloudOff size={20} stroke={1.6} aria-hidden />
      <div>
        <b>{title}</b>
        <p>{errorText(error)}</p>
        {onRetry && (
          <Button size="sm" onClick={onRetry}>
            <IconRefresh size={14} aria-hidden />
            Try again
          </Button>
        )}
        <details>
          <summary>For support</summary>
          <code className="mono t2">
            {problem.status} {problem.type} {problem.title}
          </code>
        </details>
      </div>
    </div>
  );
}
