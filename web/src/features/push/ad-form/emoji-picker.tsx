import { Popover } from '@mantine/core';
import { IconMoodSmile } from '@tabler/icons-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { Button } from '~/ui/button';
import { EMOJI, findEmoji } from './emoji';
import styles from './emoji-picker.module.css';

/** Signs in a row: the arrow keys go by it. */
const COLUMNS = 8;

const STEPS: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowLeft: -1,
  ArrowDown: COLUMNS,
  ArrowUp: -COLUMNS,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

/** Chooses an emoji: found by a word, reached with the arrow keys. It stays open for more than one until it is left. */
export function EmojiPicker({ label, onPick }: { label: string; onPick(sign: string): void }) {
  const [open, setOpen] = useState(false);
  const [phrase, setPhrase] = useState('');
  const [at, setAt] = useState(0);
  const grid = useRef<HTMLDivElement>(null);
  const found = findEmoji(phrase);
  const active = Math.min(at, Math.max(0, found.length - 1));
  const focus = (index: number) => {
    setAt(index);
    grid.current?.querySelectorAll('button')[index]?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    focus(Math.min(found.length - 1, Math.max(0, active + step)));
  };
  return (
    <Popover opened={open} onChange={setOpen} position="bottom-end" width={320} trapFocus returnFocus withinPortal>
      <Popover.Target>
        <Button
          size="sm"
          variant="ghost"
          icon
          aria-label={label}
          aria-haspopup="dialog"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          <IconMoodSmile size={16} aria-hidden />
        </Button>
      </Popover.Target>
      <Popover.Dropdown p={8} aria-label={label}>
        <input
          className={styles.search}
          type="search"
          aria-label="Find an emoji"
          placeholder="Find, such as gift"
          value={phrase}
          data-autofocus
          onChange={(event) => {
            setPhrase(event.target.value);
            setAt(0);
          }}
          onKeyDown={(event) => {
            if (event.key === 'ArrowDown') {
              event.preventDefault();
              focus(0);
            } else if (event.key === 'Enter') {
              event.preventDefault();
              const [first] = found;
              if (first) onPick(first.sign);
            }
          }}
        />
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a grid in every browser */}
        <div ref={grid} className={styles.grid} role="group" aria-label="Emoji" onKeyDown={onKeyDown}>
          {found.map(({ sign, words }, index) => (
            <button
              key={sign}
              type="button"
              aria-label={words}
              title={words}
              tabIndex={index === active ? 0 : -1}
              onClick={() => {
                setAt(index);
                onPick(sign);
              }}
            >
              {sign}
            </button>
          ))}
        </div>
        <p className="s12 t3" role="status">
          {found.length === 0 ? 'None is called so.' : found.length < EMOJI.length ? `${found.length} found` : ''}
        </p>
      </Popover.Dropdown>
    </Popover>
  );
}
