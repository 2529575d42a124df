import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { useHydrated } from '~/app/hydrated';
import { Button } from './button';
import styles from './disclosure.module.css';

/** A part that few need, below the button that opens it. What stands in it is part of the form all the same. */
export function Disclosure({
  label,
  isOpen,
  onToggle,
  children,
}: {
  label: string;
  isOpen: boolean;
  onToggle(): void;
  children: ReactNode;
}) {
  const id = useId();
  const isHydrated = useHydrated();
  const Mark = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <div className={styles.disclosure}>
      <div>
        <Button
          variant="ghost"
          size="sm"
          className={styles.opener ?? ''}
          aria-expanded={isOpen}
          aria-controls={id}
          disabled={!isHydrated}
          onClick={onToggle}
        >
          <Mark size={14} aria-hidden />
          {label}
        </Button>
      </div>
      <div id={id} hidden={!isOpen}>
        {children}
      </div>
    </div>
  );
}
