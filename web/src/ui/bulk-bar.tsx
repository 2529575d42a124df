import { IconX } from '@tabler/icons-react';
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { formatNumber } from '~/lib/format';
import styles from './bulk-bar.module.css';
import { RowMenu } from './row-menu';

/** One thing to do with all selected rows. */
export interface BulkAction {
  label: string;
  icon: ReactNode;
  bad?: boolean;
  disabled?: boolean;
  onClick(): void;
}

/** Floats at the foot of the list while rows are selected; what has no room in it is in a menu at its end. */
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
  const line = useRef<HTMLDivElement>(null);
  const fit = useFit(line, count > 0);
  if (count === 0) return null;
  const selected = `the ${count} selected ${label}`;
  return (
    <div className={styles.bar} role="toolbar" aria-label={`For ${selected}`}>
      <span className={styles.n} aria-live="polite">
        {formatNumber(count)} selected
      </span>
      <i className={styles.sep} />
      <div ref={line} className={styles.line}>
        {actions.map((action, index) => (
          <button
            key={action.label}
            type="button"
            className={index < fit ? undefined : styles.over}
            disabled={action.disabled}
            onClick={action.onClick}
          >
            {action.icon}
            {action.label}
          </button>
        ))}
      </div>
      {fit < actions.length && (
        <span className={styles.more}>
          <RowMenu name={selected} actions={actions.slice(fit)} />
        </span>
      )}
      <i className={styles.sep} />
      <button type="button" aria-label="Clear the selection" onClick={onClear}>
        <IconX size={14} aria-hidden />
      </button>
    </div>
  );
}

/** How many of a line's children have room in it; the others wrap to below it, where they are not seen. */
function useFit(of: RefObject<HTMLElement | null>, isThere: boolean): number {
  const [fit, setFit] = useState(Number.POSITIVE_INFINITY);
  const look = useRef(() => {
    const line = of.current;
    if (!line) return;
    line.style.maxWidth = '';
    const parts = [...line.children] as HTMLElement[];
    const end = (part: HTMLElement) => part.offsetLeft + part.offsetWidth;
    const over = parts.findIndex((part) => part.offsetTop > 0 || end(part) > line.clientWidth);
    // What wraps leaves its room empty: the menu follows the last one that is seen.
    const last = parts[over - 1];
    if (over >= 0) line.style.maxWidth = `${last ? end(last) : 0}px`;
    setFit(over < 0 ? Number.POSITIVE_INFINITY : over);
  });
  // The menu itself takes room, and so does a longer count: it is looked at after each drawing.
  useLayoutEffect(() => look.current());
  useLayoutEffect(() => {
    const around = isThere ? of.current?.parentElement?.parentElement : null;
    if (!around) return;
    const watcher = new ResizeObserver(() => look.current());
    watcher.observe(around);
    return () => watcher.disconnect();
  }, [of, isThere]);
  return fit;
}
