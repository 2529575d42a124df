import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { createPostbackSecretMutation, deletePostbackSecretMutation } from '~/api/queries';
import { formatDate } from '~/lib/format';
import { paths } from '~/lib/paths';
import { Button } from '~/ui/button';
import { CodeLine } from '~/ui/code-line';
import { focusOn } from '~/ui/focus';
import { Badge } from '~/ui/marks';
import { Note } from '~/ui/note';
import { ErrorPanel } from '~/ui/states';
import { toast, toastNotDone } from '~/ui/toast';
import styles from './account.module.css';
import { postbackSecretQuery, secondFactorQuery } from './api';
import { CodeForm } from './code-form';
import type { ProofValues } from './proof';
import { LineSkeleton, OwnerOnly, Section, useIsActing } from './section';

/** What each step is called, and what its button does. */
const FORMS = {
  make: { label: 'Make a postback secret', action: 'Make the secret' },
  replace: { label: 'Make another secret?', action: 'Make another one', bad: true },
  remove: { label: 'Take postbacks without a secret?', action: 'Remove the secret', bad: true },
};

/** What each step leads to. */
const MEANINGS = {
  make: 'From then on postbacks without the secret are refused.',
  replace: 'The one before ends at once: postbacks with it are refused until your tracker has the new one.',
  remove: 'Everybody who knows the id of a click can then tell of a conversion.',
};

/** What is being done: nothing, or what waits for the password. */
type Step = 'none' | 'make' | 'replace' | 'remove';

/** The address of an advertiser's postbacks, and the secret that they may need. */
export function Postbacks() {
  const client = useQueryClient();
  const isActing = useIsActing();
  const answer = useQuery(postbackSecretQuery);
  const factor = useQuery({ ...secondFactorQuery, enabled: !isActing });
  const [step, setStep] = useState<Step>('none');
  const [fresh, setFresh] = useState<string | null>(null);
  const secret = answer.data;
  const needsOtp = factor.data?.is_on ?? false;
  const close = () => setStep('none');
  const make = useMutation(createPostbackSecretMutation());
  const remove = useMutation(deletePostbackSecretMutation());
  // Another tab or person may have made one since this page was opened: a new one would end it.
  const begin = useMutation({
    mutationFn: async () => {
      const { data } = await client.fetchQuery({ ...postbackSecretQuery, staleTime: 0, networkMode: 'always' });
      setStep(data.is_set ? 'replace' : 'make');
    },
    onError: (error) => toastNotDone('The secret', 'made', error),
  });
  /** Does it with what was typed. A code that is asked for unexpectedly gets its field. */
  const prove = async ({ password, otp }: ProofValues) => {
    const body = { password, ...(needsOtp ? { otp } : {}) };
    try {
      if (step === 'remove') {
        await remove.mutateAsync({ body });
        toast('Secret removed');
      } else setFresh((await make.mutateAsync({ body })).data.secret);
    } catch (error) {
      void client.invalidateQueries({ queryKey: secondFactorQuery.queryKey });
      throw error;
    }
    close();
  };
  const address = `${location.origin}/postback?click_id=CLICK_ID&status=approved&payout=24.00&id=ORDER_NUMBER`;
  return (
    <Section
      id="postbacks"
      title="Postbacks"
      badge={secret?.is_set ? <Badge tone="ok">With a secret</Badge> : undefined}
      hint={
        <>
          Your tracker calls this address when a click became a sale: see{' '}
          <Link className="link" {...paths.article('postbacks')} target="_blank" rel="noreferrer">
            how postbacks work
          </Link>
          . Who knows a click's id could call it too, such as the visitor; with a secret only you can.
        </>
      }
      actions={
        secret &&
        !isActing &&
        !fresh &&
        step === 'none' && (
          <>
            <Button size="tool" busy={begin.isPending} onClick={() => begin.mutate()}>
              {secret.is_set ? 'Make another secret' : 'Make a secret'}
            </Button>
            {secret.is_set && (
              <Button size="tool" variant="ghost" onClick={() => setStep('remove')}>
                Remove
              </Button>
            )}
          </>
        )
      }
    >
      <CodeLine code={secret?.is_set ? `${address}&secret=${fresh ?? 'YOUR_SECRET'}` : address} label="the address" />
      {step !== 'none' && (
        <CodeForm
          key={step}
          {...FORMS[step]}
          fields={needsOtp ? ['password', 'otp'] : ['password']}
          run={prove}
          onCancel={close}
        >
          <p className="s13 t2">{MEANINGS[step]}</p>
        </CodeForm>
      )}
      {fresh && (
        <div className={styles.panel}>
          <h3 ref={focusOn}>Your postback secret</h3>
          <Note tone="warn">Copy it now: it is shown this once. Postbacks without it are refused from now on.</Note>
          <CodeLine code={fresh} label="the secret" />
          <div className={styles.actions}>
            <Button variant="ink" onClick={() => setFresh(null)}>
              I have copied it
            </Button>
          </div>
        </div>
      )}
      {isActing && <OwnerOnly what="the postback secret" />}
      {answer.isPending ? (
        <LineSkeleton label="Postback secret" />
      ) : answer.isError && !secret ? (
        <ErrorPanel title="The secret did not load" of={answer} />
      ) : (
        secret?.created_at && (
          <p className={styles.hint}>
            The secret was made on {formatDate(secret.created_at)}. We keep a hash of it only.
          </p>
        )
      )}
    </Section>
  );
}
