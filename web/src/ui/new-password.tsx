import { IconCheck, IconCircleDashed } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { PASSWORD_RULES } from '~/lib/password';
import { cx } from './classes';
import styles from './new-password.module.css';
import { PasswordField } from './plain-field';

/** Names each rule of a password and shows which of them hold. */
export function PasswordMeter({ password }: { password: string }) {
  const held = PASSWORD_RULES.filter((rule) => rule.holds(password));
  return (
    <div className={cx(held.length === PASSWORD_RULES.length && styles.whole)}>
      <div className={styles.bars} aria-hidden>
        {PASSWORD_RULES.map((rule, index) => (
          <i key={rule.key} data-on={index < held.length || undefined} />
        ))}
      </div>
      <ul className={styles.rules} aria-label="Rules of the password">
        {PASSWORD_RULES.map((rule) => {
          const on = held.includes(rule);
          return (
            <li key={rule.key} data-on={on || undefined}>
              {on ? <IconCheck size={14} aria-hidden /> : <IconCircleDashed size={14} aria-hidden />}
              {rule.label}
              <span className="vh">{on ? ', holds' : ', missing'}</span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** The field of a password that is being chosen, with its meter. */
export function NewPassword({
  label = 'Password',
  value = '',
  ...rest
}: Omit<ComponentProps<typeof PasswordField>, 'value' | 'label'> & { label?: string; value?: string }) {
  const held = PASSWORD_RULES.filter((rule) => rule.holds(value)).length;
  return (
    <div>
      <PasswordField
        {...rest}
        label={label}
        value={value}
        // The rules are the field's description, so that screen readers read them with it.
        description={<PasswordMeter password={value} />}
        autoComplete="new-password"
      />
      <p className="vh" role="status">
        {value === '' ? '' : `${held} of ${PASSWORD_RULES.length} rules hold`}
      </p>
    </div>
  );
}
