import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react';
import { CABINET_ROLE_LABELS } from '~/api/words';
import styles from './role-choice.module.css';

/** The two sides that somebody can sign up for. */
export type SignUpRole = 'advertiser' | 'webmaster';

const ROLES: readonly { value: SignUpRole; name: string; what: string }[] = [
  { value: 'advertiser', name: CABINET_ROLE_LABELS.advertiser, what: 'I buy clicks for my offers.' },
  { value: 'webmaster', name: CABINET_ROLE_LABELS.webmaster, what: 'I earn with places on my sites.' },
];

/** Which side the account begins with; the other one can be switched on later. */
export function RoleChoice({ value, onChange }: { value: SignUpRole; onChange(role: SignUpRole): void }) {
  return (
    <fieldset>
      <div className={styles.set}>
        <legend>I am a</legend>
        {ROLES.map((role) => (
          <label key={role.value} className={styles.role}>
            <input
              type="radio"
              name="role"
              value={role.value}
              checked={role.value === value}
              onChange={() => onChange(role.value)}
            />
            <span className={styles.name}>
              {role.value === value ? (
                <IconCircleCheckFilled size={16} aria-hidden />
              ) : (
                <IconCircle size={16} aria-hidden />
              )}
              {role.name}
            </span>
            <span className={styles.what}>{role.what}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
