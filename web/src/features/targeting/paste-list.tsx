import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { Button } from '~/ui/button';
import styles from './paste-list.module.css';
import { BETWEEN_WORDS, PASTE_MAX, type Pasted, pasteWords, readPasted } from './pasted';

/** A list to paste into: entries become chips; what was cut off or left out is said. */
export function PasteList<T extends string | number>({
  id,
  label,
  hint,
  value,
  onChange,
  parse,
  between = BETWEEN_WORDS,
  max = PASTE_MAX,
  name = String,
  error,
}: {
  id: string;
  label: string;
  hint: string;
  value: readonly T[];
  onChange(values: T[]): void;
  parse(entry: string): T | null;
  /** What stands between entries, where they may have blanks. */
  between?: RegExp;
  /** The most entries. */
  max?: number;
  /** How an entry is called. */
  name?(entry: T): string;
  error?: string | undefined;
}) {
  const [text, setText] = useState('');
  const [last, setLast] = useState<Pasted<T> | null>(null);
  const add = (pasted: string) => {
    const read = readPasted(pasted, value, parse, between, max);
    setLast(read);
    if (read.notice !== 'pasteInvalidText') {
      setText('');
      onChange(read.values);
    }
  };
  const message = error ?? (last && pasteWords(last, max));
  return (
    <div className={styles.list}>
      <div className="row between">
        <label htmlFor={id} className={styles.label}>
          {label}
        </label>
        <span className="s12 t2 num">
          {value.length} of {max}
        </span>
      </div>
      <div className={styles.box} data-error={error || last?.notice === 'pasteInvalidText' ? true : undefined}>
        {value.map((entry) => (
          <span key={entry} className={styles.chip}>
            {name(entry)}
            <button
              type="button"
              aria-label={`Remove ${name(entry)}`}
              onClick={() => onChange(value.filter((other) => other !== entry))}
            >
              <IconX size={12} aria-hidden />
            </button>
          </span>
        ))}
        <input
          id={id}
          value={text}
          placeholder={value.length === 0 ? hint : ''}
          aria-describedby={message ? `${id}-message` : undefined}
          aria-invalid={error ? true : undefined}
          onChange={(event) => setText(event.target.value)}
          onPaste={(event) => {
            event.preventDefault();
            add(event.clipboardData.getData('text'));
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter' || (event.key === ',' && between.test(','))) {
              event.preventDefault();
              add(text);
            } else if (event.key === 'Backspace' && text === '' && value.length > 0) {
              onChange(value.slice(0, -1));
            }
          }}
          onBlur={() => text.trim() && add(text)}
        />
      </div>
      {message && (
        <p id={`${id}-message`} className={styles.message} role="status">
          {message}
        </p>
      )}
      {value.length > 1 && (
        <Button size="sm" variant="ghost" onClick={() => onChange([])}>
          Clear the list
        </Button>
      )}
    </div>
  );
}
