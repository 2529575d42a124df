import { Select, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { Button } from '~/ui/button';
import { CountedLabel, FieldError } from '~/ui/form';
import { cutBy } from '../notification/notification';
import styles from './button-editor.module.css';
import { type ButtonValues, URL_MAX } from './push-ad-values';

const ACTIONS = [
  { value: 'open', label: 'Opens a page' },
  { value: 'close', label: 'Closes the message' },
] as const;

/** The buttons of a notification: what stands on them and what they do. */
export function ButtonEditor({
  buttons,
  most,
  longest,
  error,
  onChange,
}: {
  buttons: readonly ButtonValues[];
  /** The most buttons. */
  most: number;
  /** The most characters of a label. */
  longest: number;
  error: string | undefined;
  onChange(buttons: ButtonValues[]): void;
}) {
  const change = (at: number, patch: Partial<ButtonValues>) =>
    onChange(buttons.map((button, place) => (place === at ? { ...button, ...patch } : button)));
  return (
    <div className={styles.editor}>
      {buttons.map((button, at) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a grid in every browser
        // biome-ignore lint/suspicious/noArrayIndexKey: buttons are known by their place alone
        <div key={at} className={styles.button} role="group" aria-label={`Button ${at + 1}`}>
          <TextInput
            label={<CountedLabel label={`Text of button ${at + 1}`} text={button.title} max={longest} />}
            description={cutBy(button.title, 'button')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            value={button.title}
            maxLength={longest + 20}
            error={[...button.title.trim()].length > longest}
            onChange={(event) => change(at, { title: event.currentTarget.value })}
          />
          <Select
            label="What it does"
            data={ACTIONS}
            allowDeselect={false}
            value={button.action}
            onChange={(action) => change(at, { action: action === 'close' ? 'close' : 'open' })}
          />
          <Button
            variant="ghost"
            icon
            aria-label={`Remove button ${at + 1}`}
            onClick={() => onChange(buttons.filter((_, place) => place !== at))}
          >
            <IconX size={16} aria-hidden />
          </Button>
          {button.action === 'open' && (
            <div className={styles.url}>
              <TextInput
                label="Its address"
                type="url"
                placeholder="As above"
                maxLength={URL_MAX}
                value={button.url}
                onChange={(event) => change(at, { url: event.currentTarget.value })}
              />
            </div>
          )}
        </div>
      ))}
      {buttons.length < most && (
        <div>
          <Button size="sm" onClick={() => onChange([...buttons, { action: 'open', title: '', url: '' }])}>
            <IconPlus size={14} aria-hidden />
            Button
          </Button>
        </div>
      )}
      <FieldError text={error} />
      <p className="s12 t3">
        A button that opens is a click on the ad. One that closes costs nothing. Firefox and Safari show none.
      </p>
    </div>
  );
}
