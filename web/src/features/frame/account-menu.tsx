import { Menu, useMantineColorScheme } from '@mantine/core';
import { IconCheck, IconLogout, IconSelector, IconUserCircle } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { make, updateAccountMutation } from '~/api/queries';
import type { User } from '~/api/sdk';
import { CURRENCY_UNIT_LABELS, CurrencyUnit } from '~/api/words';
import { userQuery, useUser } from '~/app/queries';
import { useIsActing } from '~/app/session';
import { Avatar } from '~/ui/marks';
import { toastNotDone } from '~/ui/toast';
import styles from './frame.module.css';

const SCHEMES = [
  { value: 'auto', label: 'As the system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const;

/** The units of money, with their signs. */
export const UNITS = [
  { value: CurrencyUnit.Dollar, label: `${CURRENCY_UNIT_LABELS[CurrencyUnit.Dollar]}, $` },
  { value: CurrencyUnit.Cent, label: `${CURRENCY_UNIT_LABELS[CurrencyUnit.Cent]}, ¢` },
];

/** Saves the unit in which money is shown; at once on the screen, back when refused. */
export function useSaveUnit() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (unit: CurrencyUnit) => make(updateAccountMutation, { body: { currency_unit: unit } }, client),
    onMutate: (unit) => {
      const before = client.getQueryData<User>(userQuery.queryKey);
      if (before) client.setQueryData(userQuery.queryKey, { ...before, currency_unit: unit });
      return { before };
    },
    onError: (error, _unit, context) => {
      if (context?.before) client.setQueryData(userQuery.queryKey, context.before);
      toastNotDone('The unit', 'saved', error);
    },
  });
}

function Chosen({ on }: { on: boolean }) {
  return on ? <IconCheck size={14} aria-hidden /> : <span style={{ width: 14 }} />;
}

/** Who is logged in, the unit of money, the theme, the way out. */
export function AccountMenu({ narrow }: { narrow: boolean }) {
  const user = useUser();
  const navigate = useNavigate();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const saveUnit = useSaveUnit();
  const isActing = useIsActing();
  const name = user?.name || user?.email || '';
  return (
    <Menu position="top-start" width={256} withinPortal>
      <Menu.Target>
        <button type="button" className={styles.acct}>
          {!narrow && <span className="vh">Account of </span>}
          <Avatar name={name} />
          {narrow ? (
            <>
              <span className="s12 t2">Account</span>
              <span className="vh"> of {name}</span>
            </>
          ) : (
            <>
              <span className={`grow ${styles.two}`}>
                <span className="s13 b ell">{name}</span>
                <span className="s12 t3 ell">{user?.email}</span>
              </span>
              <IconSelector size={16} className="t3" aria-hidden />
            </>
          )}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconUserCircle size={14} />} onClick={() => void navigate({ to: '/account' })}>
          Account
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>Money is shown in</Menu.Label>
        {UNITS.map(({ value, label }) => (
          <Menu.Item
            key={value}
            role="menuitemradio"
            aria-checked={user?.currency_unit === value}
            leftSection={<Chosen on={user?.currency_unit === value} />}
            onClick={() => saveUnit.mutate(value)}
          >
            {label}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Label>Theme</Menu.Label>
        {SCHEMES.map((option) => (
          <Menu.Item
            key={option.value}
            role="menuitemradio"
            aria-checked={colorScheme === option.value}
            leftSection={<Chosen on={colorScheme === option.value} />}
            onClick={() => setColorScheme(option.value)}
          >
            {option.label}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={14} />} onClick={() => void navigate({ to: '/logout' })}>
          {isActing ? 'End acting' : 'Log out'}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
