import { Textarea } from '@mantine/core';
import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type MutationOf, make } from '~/api/queries';
import { HOLD_FORM_LIMITS } from '~/api/words';
import { askAnew } from '~/app/queries';
import { askBy } from '~/ui/dialogs';
import { Note } from '~/ui/note';
import { toast } from '~/ui/toast';
import { AskForm } from '../list/ask-form';

/** What staff hold: its version goes along with each decision. */
type Held = { id: number; version: number };

/** A decision on something, as its dialog asks for it. */
interface Decision<Thing extends Held> {
  title: string;
  action: string;
  /** Told once it is done. */
  done: string;
  seen: Thing;
  /** What it is called. */
  name: string;
  /** The key of the question for it. */
  queryKey: QueryKey;
  /** What became of it since the dialog was opened. */
  since(shown: Thing): ReactNode;
}

/**
 * A decision as its dialog shows it, whatever the page behind it knows by now. All that is shown is asked for anew, whatever came
 * of it: whoever was slower than somebody else sees first what that one did, and whoever got no answer what is.
 */
function useDecision<Thing extends Held>({ seen, name, queryKey, done, since }: Decision<Thing>) {
  const client = useQueryClient();
  const [shown, setShown] = useState(seen);
  const decide = async (call: (client: QueryClient) => Promise<unknown>) => {
    const end = () => askAnew(client);
    await call(client).then(end, async (error: unknown) => {
      await end();
      setShown(client.getQueryData<{ data: Thing }>(queryKey)?.data ?? shown);
      throw error;
    });
    toast(done, { detail: name });
  };
  return { shown, decide, note: shown.version === seen.version ? null : since(shown) };
}

type Mutation<Body> = MutationOf<{ path: { id: number }; body: Body }>;
type ReasonMutation = Mutation<{ reason: string; version: number }>;

function Reason<Thing extends Held>({
  id,
  hint,
  mutation,
  ...decision
}: Decision<Thing> & { id: string; hint: string; mutation: ReasonMutation }) {
  const { shown, decide, note } = useDecision(decision);
  const [reason, setReason] = useState('');
  const run = async () => {
    const told = reason.trim();
    if (!told) throw new RangeError('A reason is needed: the owner reads it.');
    const form = { path: { id: shown.id }, body: { reason: told, version: shown.version } };
    await decide((client) => make(mutation, form, client));
  };
  return (
    <AskForm id={id} action={decision.action} run={run}>
      {(error) => (
        <>
          <Textarea
            label="Reason"
            description={hint}
            autosize
            minRows={2}
            maxLength={HOLD_FORM_LIMITS.reason.max}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
            error={error}
            data-autofocus
          />
          {note}
        </>
      )}
    </AskForm>
  );
}

type EndMutation = Mutation<{ version: number }>;

function End<Thing extends Held>({
  id,
  text,
  mutation,
  ...decision
}: Decision<Thing> & { id: string; text(shown: Thing): string; mutation: EndMutation }) {
  const { shown, decide, note } = useDecision(decision);
  const form = { path: { id: shown.id }, body: { version: shown.version } };
  return (
    <AskForm id={id} action={decision.action} run={() => decide((client) => make(mutation, form, client))}>
      {(error) => (
        <>
          <p className="t2">{text(shown)}</p>
          {error && <Note tone="bad">{error}</Note>}
          {note}
        </>
      )}
    </AskForm>
  );
}

/** Asks for the reason for which something is held. */
export const askReason = <Thing extends Held>(
  how: Decision<Thing> & { hint: string; mutation: ReasonMutation },
): void => askBy(how.title, (id) => <Reason id={id} {...how} />, 460);

/** Asks whether that shall end. */
export const askEnd = <Thing extends Held>(
  how: Decision<Thing> & { text(shown: Thing): string; mutation: EndMutation },
): void => askBy(how.title, (id) => <End id={id} {...how} />, 460);
