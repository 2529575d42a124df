import { TextInput, useMantineColorScheme } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText, fieldErrors } from '~/api/problem';
import { type User, updateAccount } from '~/api/sdk';
import { userQuery, useUser } from '~/app/queries';
import { Button } from '~/ui/button';
import { Segmented } from '~/ui/controls';
import { Badge, Note } from '~/ui/marks';
import { toast } from '~/ui/toast';
import { useSaveUnit } from '../frame/account-menu';
import { PageHead } from '../frame/page-head';
import styles from './account.module.css';

const FIELDS = [
  { name: 'name', label: 'Name', autoComplete: 'name' },
  { name: 'phone', label: 'Phone', autoComplete: 'tel' },
  { name: 'skype', label: 'Skype', autoComplete: 'off' },
  { name: 'telegram', label: 'Telegram', autoComplete: 'off' },
] as const;

function Profile({ user }: { user: User }) {
  const client = useQueryClient();
  const [error, setError] = useState<unknown>(null);
  const form = useForm({
    initialValues: {
      name: user.name ?? '',
      phone: user.phone ?? '',
      skype: user.skype ?? '',
      telegram: user.telegram ?? '',
    },
  });
  const save = useMutation({
    mutationFn: (values: typeof form.values) => updateAccount({ body: values }),
    onSuccess: async (_answer, values) => {
      form.resetDirty(values);
      await client.invalidateQueries({ queryKey: userQuery.queryKey });
      toast('Profile saved');
    },
    onError: (thrown) => {
      const fields = fieldErrors(thrown);
      form.setErrors(fields);
      setError(Object.keys(fields).length === 0 ? thrown : null);
    },
  });
  return (
    <form className={styles.fields} noValidate onSubmit={form.onSubmit((values) => save.mutate(values))}>
      <TextInput label="E-mail" value={user.email} readOnly description="It is the name you log in with." />
      {FIELDS.map((field) => (
        <TextInput
          key={form.key(field.name)}
          label={field.label}
          autoComplete={field.autoComplete}
          maxLength={100}
          {...form.getInputProps(field.name)}
        />
      ))}
      {error !== null && <Note tone="bad">{errorText(error)}</Note>}
      <div>
        <Button variant="accent" type="submit" busy={save.isPending} disabled={!form.isDirty()}>
          Save
        </Button>
      </div>
    </form>
  );
}

/** Profile, unit of money, theme. */
export function AccountPage() {
  const user = useUser();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const saveUnit = useSaveUnit();
  if (!user) return null;
  return (
    <>
      <PageHead title="Account" crumbs={[]} />
      <section className={styles.section} aria-labelledby="profile">
        <div>
          <h2 id="profile">Profile</h2>
          <p>How we reach you about moderation and money.</p>
        </div>
        <Profile user={user} />
      </section>
      <section className={styles.section} aria-labelledby="view">
        <div>
          <h2 id="view">Display</h2>
          <p>The unit belongs to the account, the theme to this browser.</p>
        </div>
        <div className={styles.fields}>
          <div className={styles.field}>
            <span>Money is shown in</span>
            <Segmented
              label="Money is shown in"
              value={user.currency_unit === 2 ? '2' : '1'}
              options={[
                { value: '1', label: 'Dollars, $' },
                { value: '2', label: 'Cents, ¢' },
              ]}
              onChange={(value) => saveUnit.mutate(Number(value))}
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
      </section>
      <section className={styles.section} aria-labelledby="rights">
        <div>
          <h2 id="rights">Rights</h2>
          <p>Given by the network.</p>
        </div>
        <div className="row wrap" style={{ gap: 16 }}>
          {user.advertiser && (
            <Badge tone="ok" soft>
              Advertiser
            </Badge>
          )}
          {user.webmaster && (
            <Badge tone="ok" soft>
              Webmaster
            </Badge>
          )}
          {user.type_id === 12 && (
            <Badge tone="info" soft>
              God
            </Badge>
          )}
          {user.type_id === 13 && (
            <Badge tone="info" soft>
              Sales
            </Badge>
          )}
          {user.is_trusted && (
            <Badge tone="info" soft>
              Trusted: no waiting for moderation
            </Badge>
          )}
        </div>
      </section>
    </>
  );
}
