import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatNumber } from '~/lib/format';
import styles from './bulk-bar.module.css';

/** One thing to do with all selected rows. */
export interface BulkAction {
  label: string;
  icon: ReactNode;
  disabled?: boolean;
  onClick(): void;
}

/** Floats at the foot of the list while rows are selected. */
export function BulkBar({
  count,
  label,
  actions,
  onClear,
}: {
  count: number;
  /** What is selected, for screen readers: "campaigns". */
  label: string;
  actions: readonly BulkAction[];
  onClear(): void;
}) {
  if (count === 0) return null;
  return (
    <div className={styles.bar} role="toolbar" aria-label={`For the ${count} selected ${label}`}>
      <span className={styles.n} aria-live="polite">
        {formatNumber(count)} selected
      </span>
      <i className={styles.sep} />
      {actions.map((action) => (
        <button key={action.label} type="button" disabled={action.disabled} onClick={action.onClick}>
          {action.icon}
          {action.label}
        </button>
      ))}
      <i className={styles.sep} />
      <button type="button" aria-label="Clear the selection" onClick={onClear}>
        <IconX size={14} aria-hidden />
      </button>
    </div>
  );
}
