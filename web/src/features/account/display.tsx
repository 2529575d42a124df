import { useMantineColorScheme } from '@mantine/core';
import type { User } from '~/api/sdk';
import type { CurrencyUnit } from '~/api/words';
import { Segmented } from '~/ui/controls';
import { UNITS, useSaveUnit } from '../frame/account-menu';
import styles from './account.module.css';
import { Section } from './section';

/** Unit of money and theme. */
export function Display({ user }: { user: User }) {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const saveUnit = useSaveUnit();
  return (
    <Section id="display" title="Display" hint="The unit belongs to the account, the theme to this browser.">
      <div className="row wrap" style={{ gap: '18px 40px', alignItems: 'start' }}>
        <div className={styles.field}>
          <span>Money is shown in</span>
          <Segmented
            label="Money is shown in"
            value={String(user.currency_unit)}
            options={UNITS.map(({ value, label }) => ({ value: String(value), label }))}
            onChange={(value) => saveUnit.mutate(Number(value) as CurrencyUnit)}
          />
        </div>
        <div className={styles.field}>
          <span>Theme</span>
          <Segmented
            label="Theme"
            value={colorScheme}
            options={[
              { value: 'auto', label: 'As the system' },
              { value: 'light', label: 'Light' },
              { value: 'dark', label: 'Dark' },
            ]}
            onChange={setColorScheme}
          />
        </div>
      </div>
    </Section>
  );
}
