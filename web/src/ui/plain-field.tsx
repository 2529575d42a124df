import { IconEye, IconEyeOff } from '@tabler/icons-react';
import {
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
  useState,
} from 'react';
import { useHydrated } from '~/app/hydrated';
import { cx } from './classes';
import styles from './plain-field.module.css';

/** What a field says beside its value. */
interface FieldWords {
  label: ReactNode;
  /** Stands under the field and is read with it. */
  description?: ReactNode;
  /** What is wrong with the value. */
  error?: ReactNode;
  /** The size of public pages. */
  large?: boolean | undefined;
}

/** What ties a control to its words; goes onto the control. */
interface FieldIds {
  id: string;
  'aria-describedby'?: string;
  'aria-invalid'?: true;
}

type InputProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'children'> & { ref?: Ref<HTMLInputElement> };

/** A control with its words, made of plain elements: for pages that are read before any widget could be there. */
export function PlainField({
  label,
  description,
  error,
  large,
  children,
}: FieldWords & { children(ids: FieldIds): ReactNode }) {
  const id = useId();
  const [descriptionId, errorId] = [`${id}-description`, `${id}-error`];
  const describedBy = cx(Boolean(description) && descriptionId, Boolean(error) && errorId);
  return (
    <div className={cx(styles.field, large && styles.large)}>
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        ...(describedBy ? { 'aria-describedby': describedBy } : {}),
        ...(error ? { 'aria-invalid': true } : {}),
      })}
      {description && (
        <div id={descriptionId} className={styles.description}>
          {description}
        </div>
      )}
      {error && (
        <p id={errorId} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  );
}

/** A line of text. */
export function TextField({ label, description, error, large, ...input }: FieldWords & InputProps) {
  return (
    <PlainField label={label} description={description} error={error} large={large}>
      {(ids) => <input {...input} {...ids} />}
    </PlainField>
  );
}

/** Some lines of text. */
export function AreaField({
  label,
  description,
  error,
  large,
  ...area
}: FieldWords & Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'children'> & { ref?: Ref<HTMLTextAreaElement> }) {
  return (
    <PlainField label={label} description={description} error={error} large={large}>
      {(ids) => <textarea {...area} {...ids} />}
    </PlainField>
  );
}

/** One of some words. */
export function WordField({
  label,
  description,
  error,
  large,
  words,
  ...select
}: FieldWords & Omit<SelectHTMLAttributes<HTMLSelectElement>, 'children'> & { words: readonly string[] }) {
  return (
    <PlainField label={label} description={description} error={error} large={large}>
      {(ids) => (
        <select {...select} {...ids}>
          {words.map((word) => (
            <option key={word}>{word}</option>
          ))}
        </select>
      )}
    </PlainField>
  );
}

/** A password, which can be shown while it is written; `eye` names the button that does where a form has several. */
export function PasswordField({
  label,
  description,
  error,
  large,
  eye = 'Show the password',
  ...input
}: FieldWords & InputProps & { eye?: string }) {
  const [isShown, setShown] = useState(false);
  const isHydrated = useHydrated();
  const Eye = isShown ? IconEyeOff : IconEye;
  return (
    <PlainField label={label} description={description} error={error} large={large}>
      {(ids) => (
        <div className={styles.secret}>
          <input spellCheck={false} autoCapitalize="off" {...input} {...ids} type={isShown ? 'text' : 'password'} />
          <button
            type="button"
            className={styles.eye}
            aria-label={eye}
            aria-pressed={isShown}
            disabled={!isHydrated}
            onClick={() => setShown(!isShown)}
          >
            <Eye size={16} stroke={1.75} aria-hidden />
          </button>
        </div>
      )}
    </PlainField>
  );
}
