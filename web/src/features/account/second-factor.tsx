import { IconShieldCheck, IconShieldOff } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  confirmSecondFactorMutation,
  createRecoveryCodesMutation,
  createSecondFactorMutation,
  deleteSecondFactorMutation,
} from '~/api/queries';
import type { SecondFactorSetup, User } from '~/api/sdk';
import { plural } from '~/lib/format';
import { appCodeError } from '~/lib/otp';
import { isStaff } from '~/lib/roles';
import { Button } from '~/ui/button';
import { CodeLine } from '~/ui/code-line';
import { Badge } from '~/ui/marks';
import { Note } from '~/ui/note';
import { ErrorPanel, Skeleton } from '~/ui/states';
import { toast } from '~/ui/toast';
import styles from './account.module.css';
import { secondFactorQuery } from './api';
import { CodeForm } from './code-form';
import { RecoveryCodes } from './recovery-codes';
import { OwnerOnly, Section, useIsActing } from './section';

/** Where the section stands: nothing open, or a step of setting up, renewing codes or switching off. */
type Step =
  | { name: 'none' | 'password' | 'renew' | 'off' }
  | { name: 'scan'; setup: SecondFactorSetup }
  | { name: 'codes'; codes: string[] };

/** Below this many recovery codes the section asks to make new ones. */
const FEW_CODES = 3;

/** The second factor: set up with an app, recovery codes, switch off. */
export function SecondFactorSection({ user }: { user: User }) {
  const isActing = useIsActing();
  const state = useQuery({ ...secondFactorQuery, enabled: !isActing });
  const [step, setStep] = useState<Step>({ name: 'none' });
  const close = () => setStep({ name: 'none' });
  const begin = useMutation(createSecondFactorMutation());
  const confirm = useMutation(confirmSecondFactorMutation());
  const renew = useMutation(createRecoveryCodesMutation());
  const end = useMutation(deleteSecondFactorMutation());
  const isOn = state.data?.is_on ?? false;
  const left = state.data?.recovery_codes_left ?? 0;
  return (
    <Section
      id="second-factor"
      title="Second factor"
      hint="With it a stolen password is not enough: logging in also needs a code of an app on your phone."
      badge={
        state.data && (
          <Badge
            tone={isOn ? 'ok' : 'idle'}
            icon={isOn ? <IconShieldCheck size={14} aria-hidden /> : <IconShieldOff size={14} aria-hidden />}
          >
            {isOn ? 'On' : 'Off'}
          </Badge>
        )
      }
      actions={
        state.data &&
        !isActing &&
        step.name === 'none' && (
          <>
            {!isOn && (
              <Button size="tool" onClick={() => setStep({ name: 'password' })}>
                Set it up
              </Button>
            )}
            {isOn && (
              <Button size="tool" onClick={() => setStep({ name: 'renew' })}>
                New recovery codes
              </Button>
            )}
            {isOn && !state.data.is_required && (
              <Button size="tool" variant="badline" onClick={() => setStep({ name: 'off' })}>
                Switch off
              </Button>
            )}
          </>
        )
      }
    >
      {isActing && <OwnerOnly what="the second factor" />}
      {!isActing && state.isPending && <Skeleton width="44%" height={14} />}
      {state.isError && !state.data && <ErrorPanel title="The state of the second factor did not load" of={state} />}
      {state.data?.is_required && !isOn && step.name === 'none' && (
        <Note tone="warn">Staff accounts need a second factor. The back office opens when it is set up.</Note>
      )}
      {isOn && step.name === 'none' && (
        <p className="s13 t2">
          {left === 0 ? 'No recovery code is left.' : `${plural(left, 'recovery code')} left.`}
          {left < FEW_CODES && ' Make new ones, or a lost phone locks you out.'}
        </p>
      )}
      {step.name === 'password' && (
        <CodeForm
          label="Set up the second factor"
          fields={['password']}
          action="Go on"
          run={async ({ password }) => {
            const { data } = await begin.mutateAsync({ body: { password } });
            setStep({ name: 'scan', setup: data });
          }}
          onCancel={close}
        />
      )}
      {step.name === 'scan' && (
        <CodeForm
          label="Scan and confirm"
          fields={['otp']}
          action="Switch on"
          otpLabel="Code that the app shows"
          otpHint="Six digits; a new one comes every 30 seconds."
          checkOtp={appCodeError}
          run={async ({ otp }) => {
            const { data } = await confirm.mutateAsync({ body: { otp } });
            setStep({ name: 'codes', codes: data.recovery_codes });
            toast('Second factor is on');
          }}
          onCancel={close}
        >
          <Scan setup={step.setup} />
          <p className="s13 t2">
            Switching it on ends your other sessions{isStaff(user) && ' and deletes your API tokens'}.
          </p>
        </CodeForm>
      )}
      {step.name === 'codes' && <RecoveryCodes codes={step.codes} email={user.email} onDone={close} />}
      {step.name === 'renew' && (
        <CodeForm
          label="New recovery codes"
          fields={['otp']}
          action="Make new codes"
          run={async ({ otp }) => {
            const { data } = await renew.mutateAsync({ body: { otp } });
            setStep({ name: 'codes', codes: data.recovery_codes });
          }}
          onCancel={close}
        >
          <p className="s13 t2">The old codes end when the new ones are made.</p>
        </CodeForm>
      )}
      {step.name === 'off' && (
        <CodeForm
          label="Switch the second factor off"
          fields={['password', 'otp']}
          action="Switch off"
          bad
          run={async (body) => {
            await end.mutateAsync({ body });
            toast('Second factor is off');
            close();
          }}
          onCancel={close}
        />
      )}
    </Section>
  );
}

function Scan({ setup }: { setup: SecondFactorSetup }) {
  return (
    <div className={styles.qr}>
      <img
        src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(setup.qr_svg)}`}
        alt="Code to scan with the app"
      />
      <div className={styles.steps}>
        <p>
          Scan the picture with an app for one-time codes: Aegis, 1Password, Google Authenticator or any other that
          follows RFC 6238.
        </p>
        <div className="stack" style={{ gap: 6 }}>
          <span className="b">No camera? Type this key:</span>
          <CodeLine code={setup.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')} label="the setup key" />
          <a className="link" href={setup.url}>
            Open it in an app of this device
          </a>
        </div>
      </div>
    </div>
  );
}
