import { Select, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useRef, useState } from 'react';
import { ApiError, errorText, fieldErrors } from '~/api/problem';
import type { ApiScopeResource, ScopeName } from '~/api/sdk';
import { API_TOKEN_FORM_LIMITS } from '~/api/words';
import { otpError, otpText } from '~/lib/otp';
import { Button } from '~/ui/button';
import { CheckChoices, FieldPair } from '~/ui/form';
import { Note } from '~/ui/note';
import { OtpField } from '~/ui/otp-field';
import { PasswordField } from '~/ui/plain-field';
import { showFirstError } from '../form/first-error';
import styles from './account.module.css';
import { createToken } from './api';

const DAY_MS = 86_400_000;

/** How long a token holds, in days; none for ever. */
const LIVES = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
  { value: 'never', label: 'Never expires' },
];

/** Name, scopes and end of a new token, and the password; a code where the second factor is on. */
export function TokenForm({
  scopes,
  needsOtp,
  onMade,
  onClose,
}: {
  scopes: readonly ApiScopeResource[];
  needsOtp: boolean;
  onMade(made: { name: string; token: string }): void;
  onClose(): void;
}) {
  const [busy, setBusy] = useState(false);
  const element = useRef<HTMLFormElement>(null);
  const [error, setError] = useState<unknown>(null);
  const [asksOtp, setAsksOtp] = useState(needsOtp);
  const form = useForm({
    initialValues: { name: '', scopes: [] as string[], life: '90', password: '', otp: '' },
    validateInputOnBlur: ['name'],
    validate: {
      name: (name) => (name.trim() ? null : 'A name is needed, so that you know it later.'),
      scopes: (chosen) => (chosen.length > 0 ? null : 'Choose what the token may do.'),
      password: (password) => (password ? null : 'Your password is needed.'),
      otp: (otp) => (asksOtp ? otpError(otp) : null),
    },
  });
  const submit = async (values: typeof form.values) => {
    setBusy(true);
    setError(null);
    const name = values.name.trim();
    const otp = otpText(values.otp);
    try {
      const made = await createToken({
        name,
        scopes: values.scopes as ScopeName[],
        password: values.password,
        ...(values.life === 'never'
          ? {}
          : { expires_at: new Date(Date.now() + Number(values.life) * DAY_MS).toISOString() }),
        ...(otp ? { otp } : {}),
      });
      onMade({ name, token: made.token });
    } catch (thrown) {
      const fields = fieldErrors(thrown, { expires_at: 'life' });
      if (thrown instanceof ApiError && (thrown.type.includes('otp') || 'otp' in fields)) setAsksOtp(true);
      form.setErrors(fields);
      if (!Object.keys(fields).some((field) => field in values)) setError(thrown);
      showFirstError(element.current);
      setBusy(false);
    }
  };
  return (
    <form
      ref={element}
      className={styles.panel}
      noValidate
      aria-label="New token"
      onSubmit={form.onSubmit(
        (values) => void submit(values),
        () => showFirstError(element.current),
      )}
    >
      <h3>New token</h3>
      <FieldPair>
        <TextInput
          label="Name"
          placeholder="Nightly report"
          maxLength={API_TOKEN_FORM_LIMITS.name.max}
          autoFocus
          key={form.key('name')}
          {...form.getInputProps('name')}
        />
        <Select label="Holds for" data={LIVES} key={form.key('life')} {...form.getInputProps('life')} />
      </FieldPair>
      <div className="stack" style={{ gap: 6 }}>
        <span className="mantine-InputWrapper-label" style={{ marginBottom: 0 }}>
          It may
        </span>
        <CheckChoices
          label="What the token may do"
          options={scopes.map((scope) => ({
            value: scope.name,
            label: (
              <span>
                {scope.label} <span className="mono t3">{scope.name}</span>
              </span>
            ),
          }))}
          value={form.values.scopes}
          onChange={(chosen) => form.setFieldValue('scopes', chosen)}
        />
        {form.errors.scopes && (
          <p className="mantine-InputWrapper-error" role="alert" style={{ margin: 0 }}>
            {form.errors.scopes}
          </p>
        )}
      </div>
      <PasswordField
        label="Your password"
        autoComplete="current-password"
        key={form.key('password')}
        {...form.getInputProps('password')}
      />
      {asksOtp && <OtpField key={form.key('otp')} {...form.getInputProps('otp')} />}
      {error !== null && <Note tone="bad">{errorText(error)}</Note>}
      <div className={styles.actions}>
        <Button variant="ink" type="submit" busy={busy}>
          Make the token
        </Button>
        <Button variant="ghost" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
