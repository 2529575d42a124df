import { type QueryClient, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText, fieldErrors, toApiError } from '~/api/problem';
import { CAMPAIGNS_CHANGE_LIMITS } from '~/api/words';
import { useUnit } from '~/app/queries';
import { capital, plural } from '~/lib/format';
import { Button } from '~/ui/button';
import { closeDialog } from '~/ui/dialogs';
import { CheckChoices } from '~/ui/form';
import { Note } from '~/ui/note';
import { toast, toastError } from '~/ui/toast';
import { useAnswer } from '~/ui/use-answer';
import type { Noun } from '../../list/spec';
import { useIpFeature } from '../../targeting/ip-feature';
import { useTargetingNames } from '../../targeting/names';
import styles from './bulk.module.css';
import type { Asked, BulkKind, Plan } from './bulk-kinds';
import { PartFields } from './bulk-parts';
import {
  type BulkValues,
  backOf,
  type Changed,
  changeOf,
  fieldLabel,
  firstValues,
  linesOf,
  PART_LABELS,
  type Part,
  problemsOf,
} from './bulk-values';

/** Things of one call; the server refuses more. */
const CALL_MAX = CAMPAIGNS_CHANGE_LIMITS.ids.max;

/** Asks for so many things at a time as a call takes, and hears of each answer. */
async function inCalls<Key>(
  keys: readonly Key[],
  call: (some: readonly Key[]) => Promise<Plan>,
  hear: (answer: Plan) => void,
): Promise<void> {
  for (let at = 0; at < keys.length; at += CALL_MAX) {
    hear(await call(keys.slice(at, at + CALL_MAX)));
  }
}

/** Several answers as one. */
const together = (answers: readonly Plan[]): Plan => ({
  changed: answers.flatMap(({ changed }) => changed),
  refused: answers.flatMap(({ refused }) => refused),
});

/** Those that are not as they are to be already. */
const differing = ({ changed }: Plan) => changed.filter(({ fields }) => fields.length > 0);

/** Their versions before a change, or after it. */
const versionsOf = (changed: readonly Changed[], side: 'before' | 'after') =>
  new Map(changed.map((one) => [one.key, one[side].version]));

const haveAlready = (count: number, noun: Noun) =>
  `${plural(count, ...noun)} ${count === 1 ? 'has' : 'have'} these settings already`;

/** The statuses of what cannot be done for what others did, and of values that are not taken any more. */
const [CONFLICT, UNPROCESSABLE] = [409, 422];

/** How often a part is sent while others change some of it. */
const TRIES = 4;

/** Chooses what is changed of many things, shows what that changes, and changes it. */
export function BulkSettings<Key extends number | string>({
  id,
  kind,
  keys,
}: {
  id: string;
  kind: BulkKind<Key>;
  keys: readonly Key[];
}) {
  const unit = useUnit();
  const hasRanges = useIpFeature();
  const offered = kind.parts.filter((part) => part !== 'ranges' || hasRanges);
  const [parts, setParts] = useState<readonly Part[]>([]);
  const [values, setValues] = useState<BulkValues>(firstValues);
  const [plan, setPlan] = useState<Plan | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const { mutateAsync: ask } = useMutation({
    mutationFn: (asked: Asked<Key>, { client }: { client: QueryClient }) => kind.send(asked, client),
  });
  const refuse = (error: unknown) => {
    const [first] = Object.entries(fieldErrors(error));
    setFailure(first ? `${fieldLabel(first[0])} ${first[1]}` : errorText(error));
  };
  /** What was refused is told in the dialog; where nothing was, all is done and it closes. */
  const { busy: isBusy, go } = useAnswer(
    id,
    (work: () => Promise<{ isDone: boolean }>) => {
      setFailure(null);
      return work();
    },
    ({ isDone }) => !isDone,
  );
  const preview = async () => {
    try {
      const answers: Plan[] = [];
      const change = changeOf(parts, values);
      await inCalls(
        keys,
        (some) => ask({ keys: some, change, dry: true }),
        (answer) => answers.push(answer),
      );
      setPlan(together(answers));
    } catch (error) {
      refuse(error);
    }
    return { isDone: false };
  };
  const check = () => {
    for (const part of parts) {
      const [problem] = Object.values(problemsOf([part], values, unit));
      if (problem) return setFailure(`${PART_LABELS[part]}: ${problem}`);
    }
    go(preview);
  };
  const undo = async (done: Plan) => {
    let refusal: unknown;
    for (const one of differing(done)) {
      try {
        const versions = versionsOf([one], 'after');
        // It came back as it was sent.
        await ask({ keys: [one.key as Key], change: backOf(one), versions, dry: false });
      } catch (error) {
        refusal ??= error;
        // What somebody changed since, or what is not taken any more, keeps no other from its way back.
        if (![CONFLICT, UNPROCESSABLE].includes(toApiError(error).status)) break;
      }
    }
    if (refusal === undefined) toast('Settings given back');
    else toastError('Not all settings were given back', refusal);
  };
  const change = async (shown: Plan) => {
    const seen = differing(shown);
    const versions = versionsOf(seen, 'before');
    const answers: Plan[] = [];
    const wanted = changeOf(parts, values);
    // What a failure came after is done, and told with its way back.
    const tell = () => {
      const done = together(answers);
      const count = differing(done).length;
      if (count > 0) toast(`${plural(count, ...kind.noun)} changed`, { undo: () => void undo(done) });
      // A try before, of which no answer came, was through.
      else if (done.changed.length > 0) toast(haveAlready(done.changed.length, kind.noun));
    };
    const send = async (asked: Asked<Key>, tries = TRIES): Promise<Plan> => {
      try {
        return await ask(asked);
      } catch (error) {
        if (toApiError(error).status !== CONFLICT) throw error;
        // One that somebody changed on the way keeps all of its part from their change: a look says which, by name, and the
        // others are sent without it.
        const look = await ask({ ...asked, dry: true });
        if (look.refused.length === 0) throw error;
        // They came back as they were sent.
        const rest = look.changed.map(({ key }) => key as Key);
        if (rest.length === 0) return look;
        if (tries === 1) throw error;
        const { changed, refused } = await send({ ...asked, keys: rest }, tries - 1);
        return { changed, refused: [...look.refused, ...refused] };
      }
    };
    try {
      await inCalls(
        // They came back as they were sent.
        seen.map(({ key }) => key as Key),
        (some) => send({ keys: some, change: wanted, versions, dry: false }),
        (answer) => answers.push(answer),
      );
      tell();
      const { refused } = together(answers);
      if (refused.length === 0) return { isDone: true };
      setPlan({ changed: [], refused });
    } catch (error) {
      tell();
      // What was answered is through: another try goes on with the rest.
      const { changed, refused } = together(answers);
      const through = new Set([...changed, ...refused].map(({ key }) => key));
      setPlan({ changed: seen.filter(({ key }) => !through.has(key)), refused: [...shown.refused, ...refused] });
      refuse(error);
    }
    return { isDone: false };
  };
  if (plan) {
    return (
      <Preview
        noun={kind.noun}
        plan={plan}
        failure={failure}
        isBusy={isBusy}
        onBack={() => {
          setPlan(null);
          setFailure(null);
        }}
        onRun={() => go(() => change(plan))}
      />
    );
  }
  return (
    <div className="stack">
      {/* What is looked at is what is then changed. */}
      <div className="stack" inert={isBusy}>
        <CheckChoices<Part>
          label="What is changed"
          options={offered.map((part) => ({ value: part, label: PART_LABELS[part] }))}
          value={[...parts]}
          onChange={(chosen) => setParts(offered.filter((part) => chosen.includes(part)))}
        />
        {parts.map((part) => (
          <PartFields
            key={part}
            part={part}
            noun={kind.noun}
            values={values}
            problems={problemsOf([part], values, unit)}
            onChange={(some) => {
              setFailure(null);
              setValues({ ...values, ...some });
            }}
          />
        ))}
      </div>
      {failure && <Note tone="bad">{failure}</Note>}
      <div className="row" style={{ justifyContent: 'flex-end' }}>
        <Button disabled={isBusy} onClick={() => closeDialog(id)}>
          Cancel
        </Button>
        <Button variant="ink" disabled={parts.length === 0} busy={isBusy} onClick={check}>
          Show what changes
        </Button>
      </div>
    </div>
  );
}

function Preview({
  noun,
  plan,
  failure,
  isBusy,
  onBack,
  onRun,
}: {
  noun: Noun;
  plan: Plan;
  failure: string | null;
  isBusy: boolean;
  onBack(): void;
  onRun(): void;
}) {
  const changed = differing(plan);
  const same = plan.changed.length - changed.length;
  return (
    <div className="stack">
      {changed.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
        <section className={styles.scroll} tabIndex={0} aria-label="What changes">
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">{capital(noun[0])}</th>
                <th scope="col">Setting</th>
                <th scope="col">Now</th>
                <th scope="col">Then</th>
              </tr>
            </thead>
            <tbody>
              {changed.map((one) => (
                <PreviewRows key={one.key} changed={one} />
              ))}
            </tbody>
          </table>
        </section>
      )}
      {same > 0 && <p className="s13 t2">{haveAlready(same, noun)}.</p>}
      {plan.refused.map(({ key, name, detail }) => (
        <Note key={key} tone="warn">
          “{name}” stays as it is: {detail}
        </Note>
      ))}
      {failure && <Note tone="bad">{failure}</Note>}
      <div className="row" style={{ justifyContent: 'flex-end' }}>
        <Button disabled={isBusy} onClick={onBack}>
          Back
        </Button>
        <Button variant="accent" disabled={changed.length === 0} busy={isBusy} onClick={onRun}>
          Change {plural(changed.length, ...noun)}
        </Button>
      </div>
    </div>
  );
}

function PreviewRows({ changed }: { changed: Changed }) {
  const unit = useUnit();
  const { before, after } = changed;
  const names = useTargetingNames({
    isps: [...before.isps, ...after.isps],
    regions: [...before.regions, ...after.regions],
    cities: [...before.cities, ...after.cities],
  });
  return linesOf(changed, unit, names).map((line, at) => (
    <tr key={line.label}>
      <th scope="row">{at === 0 ? before.name : <span className="vh">{before.name}</span>}</th>
      <td>{line.label}</td>
      <td className="t2">{line.before}</td>
      <td>
        <b className="b">{line.after}</b>
      </td>
    </tr>
  ));
}
