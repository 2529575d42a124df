import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { cx } from './classes';
import { Checkbox } from './controls';
import styles from './form.module.css';

/** A form beside its summary, which stays in sight; on a phone the summary comes last. `wide` gives room for a preview. */
export function FormLayout({ children, aside, wide }: { children: ReactNode; aside: ReactNode; wide?: boolean }) {
  return (
    <div className={cx(styles.layout, wide && styles.wideAside)}>
      <div className={styles.main}>{children}</div>
      <aside className={styles.aside} aria-label="Summary">
        {aside}
      </aside>
    </div>
  );
}

/** A part of a form under its own heading. */
export function FormSection({
  id,
  title,
  hint,
  actions,
  children,
}: {
  id?: string;
  title: string;
  hint?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.sectionHead}>
        <h2 id={id}>{title}</h2>
        {actions}
      </div>
      {hint && <p className={styles.hint}>{hint}</p>}
      {children}
    </section>
  );
}

/** Fields side by side where there is room. */
export const FieldPair = ({ children }: { children: ReactNode }) => <div className={styles.pair}>{children}</div>;

/** The boxed summary of a form. */
export const SummaryBox = ({ children }: { children: ReactNode }) => <div className={styles.summary}>{children}</div>;

/** What is done and what is missing before a form can be sent. */
export function Checklist({ items }: { items: readonly { done: boolean; label: ReactNode; key: string }[] }) {
  return (
    <ul className={styles.check}>
      {items.map((item) => (
        <li key={item.key} data-open={item.done ? undefined : true}>
          {item.done ? (
            <IconCircleCheck size={16} aria-label="Done" />
          ) : (
            <IconCircleDashed size={16} aria-label="Missing" />
          )}
          <span>{item.label}</span>
        </li>
      ))}
    </ul>
  );
}

/** Names and values of a summary. */
export function FactList({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name} style={{ display: 'contents' }}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A field's label with the count of its characters at the right: those that the server counts, which keeps no blanks around a text. */
export function CountedLabel({
  label,
  text,
  max,
  min = 0,
}: {
  label: ReactNode;
  text: string;
  max: number;
  min?: number;
}) {
  const count = [...text.trim()].length;
  return (
    <span className={styles.labelRow}>
      <span>{label}</span>
      <span className={styles.counter} data-over={count > max || undefined}>
        {count} of {min > 0 ? `${min} to ${max}` : max}
      </span>
    </span>
  );
}

/** What is wrong with a field that has no place for it of its own; a form leads to it as to an input. */
export function FieldError({ text }: { text: ReactNode }) {
  return text ? (
    <p className="s12 down" role="alert" data-error tabIndex={-1}>
      {text}
    </p>
  ) : null;
}

/** A set of boxes to tick. */
export function CheckChoices<T extends string | number>({
  label,
  options,
  value,
  onChange,
}: {
  label: string;
  options: readonly { value: T; label: ReactNode }[];
  value: readonly T[];
  onChange(value: T[]): void;
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a grid in every browser
    <div className={styles.choices} role="group" aria-label={label}>
      {options.map((option) => (
        <label key={option.value} className={styles.choice}>
          <Checkbox
            checked={value.includes(option.value)}
            onChange={(event) =>
              onChange(
                event.currentTarget.checked
                  ? [...value, option.value]
                  : value.filter((other) => other !== option.value),
              )
            }
          />
          {option.label}
        </label>
      ))}
    </div>
  );
}
