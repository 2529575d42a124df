import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import styles from './button.module.css';
import { cx } from './classes';

/** One accent button a screen; ink for the second strongest; line and ghost for the rest; bad only inside a confirm. */
export type ButtonVariant = 'accent' | 'ink' | 'line' | 'ghost' | 'bad' | 'badline';
/** 28, 32 (toolbars), 36, 44 pixels. */
export type ButtonSize = 'sm' | 'tool' | 'md' | 'lg';

/** How a button looks. */
export interface ButtonLook {
  variant?: ButtonVariant | undefined;
  size?: ButtonSize | undefined;
  /** Square, for a lone icon; give it an `aria-label`. */
  icon?: boolean | undefined;
  full?: boolean | undefined;
}

/** The classes of a button, for links that look like one. */
export function buttonClass({ variant = 'line', size = 'md', icon, full }: ButtonLook = {}): string {
  return cx(styles.btn, styles[variant], size !== 'md' && styles[size], icon && styles.icon, full && styles.full);
}

/** What a button takes; `busy` is for while its work goes on. */
export type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> &
  ButtonLook & { busy?: boolean | undefined; children?: ReactNode; ref?: Ref<HTMLButtonElement> };

/** A button. `busy` keeps its size, shows that work goes on and refuses clicks. */
export function Button({
  variant,
  size,
  icon,
  full,
  busy,
  className,
  disabled,
  type = 'button',
  onMouseDown,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      onMouseDown={(event) => {
        // A field that is left shows its message and moves the button away under the mouse: the click would be lost.
        if (type === 'submit') event.preventDefault();
        onMouseDown?.(event);
      }}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      className={cx(buttonClass({ variant, size, icon, full }), busy && styles.busy, className)}
    >
      {busy ? <span>{children}</span> : children}
    </button>
  );
}
