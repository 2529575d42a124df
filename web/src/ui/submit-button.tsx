import { useHydrated } from '~/app/hydrated';
import { Button, type ButtonProps } from './button';
import styles from './button.module.css';
import { cx } from './classes';

/**
 * The button that sends a form of a page that the build draws. Before the script has taken the page over, the browser would
 * send the form itself, with what was typed in the address: until then the button sends nothing, neither by a click nor by
 * Enter in a field.
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
