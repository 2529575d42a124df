import { useHydrated } from '~/app/hydrated';
import { Button, type ButtonProps } from './button';
import styles from './button.module.css';
import { cx } from './classes';

/**
 * The button that sends a form of a page that the build draws. Until the script has taken the page over it waits, so that
 * nobody presses it in vain. The form has the method "dialog": what the browser sends by itself goes nowhere.
 */
export function SubmitButton({ disabled, className, ...rest }: ButtonProps) {
  const isEarly = !useHydrated();
  return (
    <Button
      variant="accent"
      size="lg"
      {...rest}
      type="submit"
      disabled={disabled || isEarly}
      className={cx(isEarly && styles.early, className)}
    />
  );
}
