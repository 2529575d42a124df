import { IconSearch, IconX } from '@tabler/icons-react';
import { type InputHTMLAttributes, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { PHRASE_MAX } from '~/lib/search-params';
import { cx } from './classes';
import styles from './controls.module.css';

/** A check box; `mixed` when part of what it stands for is chosen. */
export function Checkbox({
  mixed = false,
  className,
  ...rest
}: Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> & { mixed?: boolean }) {
  const ref = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (ref.current) ref.current.indeterminate = mixed;
  }, [mixed]);
  return <input {...rest} ref={ref} type="checkbox" className={cx(styles.cb, className)} />;
}

/** As a button that sends: a field that is left shows its message, and moves what is below it away under the mouse. */
export const stay = (event: { preventDefault(): void }): void => event.preventDefault();

/** A choice that is on or off, with its words beside. */
export function Tick({
  className = 'row s13',
  checked,
  onChange,
  children,
}: {
  className?: string | undefined;
  checked: boolean;
  onChange(isOn: boolean): void;
  children: ReactNode;
}) {
  return (
    <label className={className} onMouseDown={stay}>
      <Checkbox checked={checked} onChange={(event) => onChange(event.currentTarget.checked)} />
      {children}
    </label>
  );
}

/**
 * A switch. The default one is green with a play or stop mark and tells the owner's wish about delivery;
 * `plain` is for ordinary settings.
 */
export function Switch({
  plain,
  label,
  className,
  ...rest
}: Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'role'> & { plain?: boolean; label?: ReactNode }) {
  const input = (
    // biome-ignore lint/a11y/useAriaPropsForRole: the browser tells the state of a native check box
    <input {...rest} type="checkbox" role="switch" className={cx(styles.sw, plain && styles.plain, className)} />
  );
  if (!label) return input;
  return (
    <label className={styles.labelled}>
      {input}
      {label}
    </label>
  );
}

/** One of two to five exclusive views. */
export function Segmented<T extends string>({
  label,
  value,
  options,
  onChange,
  full,
}: {
  label: string;
  value: T;
  options: readonly { value: T; label: ReactNode; title?: string }[];
  onChange(value: T): void;
  full?: boolean;
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out inline in every browser
    <div className={cx(styles.seg, full && styles.full)} role="group" aria-label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          aria-label={option.title}
          title={option.title}
          onClick={() => onChange(option.value)}
        >
          {option.label}
        </button>
      ))}
    </div>
  );
}

/** A tab: a count is shown beside its name when it is known. */
export interface TabOption<T extends string> {
  value: T;
  label: string;
  count?: number | null | undefined;
}

/** Tabs over one list or panel; arrow keys move between them. */
export function Tabs<T extends string>({
  label,
  value,
  options,
  onChange,
  controls,
}: {
  label: string;
  value: T;
  options: readonly TabOption<T>[];
  onChange(value: T): void;
  /** Id of the panel below. */
  controls?: string;
}) {
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (!step) return;
    event.preventDefault();
    const at = options.findIndex((option) => option.value === value);
    const next = options[(at + step + options.length) % options.length];
    if (!next) return;
    onChange(next.value);
    event.currentTarget.querySelector<HTMLElement>(`[data-tab="${next.value}"]`)?.focus();
  };
  return (
    <div className={styles.tabs} role="tablist" aria-label={label} onKeyDown={onKeyDown}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          role="tab"
          data-tab={option.value}
          aria-selected={option.value === value}
          aria-controls={controls}
          tabIndex={option.value === value ? 0 : -1}
          className={styles.tab}
          onClick={() => onChange(option.value)}
        >
          {option.label}
          {typeof option.count === 'number' && <span className={styles.n}>{option.count}</span>}
        </button>
      ))}
    </div>
  );
}

/** Pause in typing after which a search is sent, in milliseconds. */
const TYPING_MS = 250;

/** A search box: tells its text after a pause in typing, at Enter and when cleared. */
export function SearchInput({
  label,
  placeholder,
  value,
  onChange,
  id,
}: {
  label: string;
  placeholder: string;
  value: string;
  onChange(value: string): void;
  id?: string;
}) {
  const [text, setText] = useState(value);
  const [known, setKnown] = useState(value);
  if (known !== value) {
    setKnown(value);
    setText(value);
  }
  useEffect(() => {
    if (text === value) return;
    const timer = setTimeout(() => onChange(text), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text, value, onChange]);
  const clear = () => {
    setText('');
    onChange('');
  };
  return (
    <div className={styles.search}>
      <IconSearch size={16} stroke={1.75} aria-hidden />
      <input
        id={id}
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={text}
        maxLength={PHRASE_MAX}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onChange(text);
          if (event.key === 'Escape' && text) {
            event.stopPropagation();
            clear();
          }
        }}
      />
      {text && (
        <button type="button" className={styles.clear} aria-label="Clear the search" onClick={clear}>
          <IconX size={14} aria-hidden />
        </button>
      )}
    </div>
  );
}
