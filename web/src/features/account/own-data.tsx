import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconDownload, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { ApiError, errorText, fieldErrors } from '~/api/problem';
import type { User } from '~/api/sdk';
import { session } from '~/app/session';
import { otpError, otpText } from '~/lib/otp';
import { isStaff } from '~/lib/roles';
import { Button } from '~/ui/button';
import { Checkbox } from '~/ui/controls';
import { Note } from '~/ui/note';
import { OtpField } from '~/ui/otp-field';
import { PasswordField } from '~/ui/plain-field';
import { toast, toastError } from '~/ui/toast';
import { showFirstError } from '../form/first-error';
import styles from './account.module.css';
import { deleteAccount, downloadExport, secondFactorQuery } from './api';
import { OwnerOnly, Section, useIsActing } from './section';

/** All own data as a file, and the end of the account. */
export function OwnData({ user }: { user: User }) {
  const isActing = useIsActing();
  const [busy, setBusy] = useState(false);
  const [open, setOpen] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      await downloadExport();
      toast('Your data is in the downloads');
    } catch (error) {
      toastError('The file was not made', error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Section id="data" title="Your data">
      {isActing ? (
        <OwnerOnly what="or take away its data" />
      ) : (
        <div className={styles.rows}>
          <div className={styles.line}>
            <div className={styles.lineText}>
              <span className={styles.lineName}>Take it with you</span>
              <span className={styles.lineMore}>
                Profile, campaigns, ads, sites, blocks, money and logins as one JSON file.
              </span>
            </div>
            <Button size="sm" busy={busy} onClick={() => void save()}>
              <IconDownload size={14} aria-hidden />
              Download
            </Button>
          </div>
          <div className={styles.line}>
            <div className={styles.lineText}>
              <span className={styles.lineName}>Delete the account</span>
              <span className={styles.lineMore}>
                {isStaff(user)
                  ? 'Accounts of staff are closed by the owner of the network.'
                  : 'Campaigns stop, blocks go empty, personal data is erased. Entries of money stay, without your name.'}
              </span>
            </div>
            {!isStaff(user) && !open && (
              <Button size="sm" variant="badline" onClick={() => setOpen(true)}>
                <IconTrash size={14} aria-hidden />
                Delete
              </Button>
            )}
          </div>
        </div>
      )}
      {open && <Deletion user={user} onClose={() => setOpen(false)} />}
    </Section>
  );
}

/** The typed confirmation of a deletion. */
function Deletion({ user, onClose }: { user: User; onClose(): void }) {
  const navigate = useNavigate();
  const factor = useQuery(secondFactorQuery);
  const [busy, setBusy] = useState(false);
  const element = useRef<HTMLFormElement>(null);
  const [error, setError] = useState<unknown>(null);
  const [conflict, setConflict] = useState<string | null>(null);
  const needsOtp = factor.data?.is_on ?? false;
  const form = useForm({
    initialValues: { address: '', password: '', otp: '', giveUp: false },
    validate: {
      address: (address) =>
        address.trim().toLowerCase() === user.email.toLowerCase() ? null : `Type ${user.email} as it stands here.`,
      password: (password) => (password ? null : 'Your password is needed.'),
      otp: (otp) => (needsOtp ? otpError(otp) : null),
    },
  });
  const submit = async (values: typeof form.values) => {
    setBusy(true);
    setError(null);
    const otp = otpText(values.otp);
    try {
      await deleteAccount({
        password: values.password,
        ...(otp ? { otp } : {}),
        ...(values.giveUp ? { give_up_balance: true } : {}),
      });
      session.end('logout');
      toast('Your account is deleted');
      await navigate({ to: '/', replace: true });
    } catch (thrown) {
      const fields = fieldErrors(thrown);
      form.setErrors(fields);
      if (thrown instanceof ApiError && thrown.status === 409) setConflict(errorText(thrown));
      else if (!Object.keys(fields).some((field) => field in values)) setError(thrown);
      showFirstError(element.current);
      setBusy(false);
    }
  };
  return (
    <form
      ref={element}
      className={styles.panel}
      noValidate
      aria-label="Delete the account"
      onSubmit={form.onSubmit(
        (values) => void submit(values),
        () => showFirstError(element.current),
      )}
    >
      <h3>Delete the account for good</h3>
      <Note tone="bad">
        It cannot be undone. Everybody who is logged in with it is logged out, its API tokens end, its ads and blocks
        stop within seconds.
      </Note>
      <div className={styles.fields}>
        <TextInput
          label={
            <>
              Type <b>{user.email}</b> to confirm
            </>
          }
          autoComplete="off"
          spellCheck={false}
          autoFocus
          key={form.key('address')}
          {...form.getInputProps('address')}
        />
        <PasswordField
          label="Your password"
          autoComplete="current-password"
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        {needsOtp && <OtpField key={form.key('otp')} {...form.getInputProps('otp')} />}
        {conflict !== null && (
          <>
            <Note tone="warn" alert>
              {conflict}
            </Note>
            <label className={styles.switchLine}>
              <Checkbox
                checked={form.values.giveUp}
                onChange={(event) => form.setFieldValue('giveUp', event.currentTarget.checked)}
              />
              I give up what is left on my balance
            </label>
          </>
        )}
        {error !== null && <Note tone="bad">{errorText(error)}</Note>}
        <div className={styles.actions}>
          <Button variant="bad" type="submit" busy={busy}>
            <IconTrash size={16} aria-hidden />
            Delete my account
          </Button>
          <Button variant="ghost" onClick={onClose}>
            Keep it
          </Button>
        </div>
      </div>
    </form>
  );
}
