import { MultiSelect, TagsInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText, fieldErrors } from '~/api/problem';
import { updateCampaignsMutation } from '~/api/queries';
import type { Campaign, ChangedCampaigns } from '~/api/sdk';
import { CAMPAIGN_FORM_LIMITS } from '~/api/words';
import { useUnit } from '~/app/queries';
import { amountProblem } from '~/lib/amount';
import { capital, plural } from '~/lib/format';
import { languageName } from '~/lib/names';
import { AmountField } from '~/ui/amount-field';
import { Button } from '~/ui/button';
import { Segmented } from '~/ui/controls';
import { closeDialog } from '~/ui/dialogs';
import { CheckChoices } from '~/ui/form';
import { Note } from '~/ui/note';
import { toast, toastError } from '~/ui/toast';
import { GeoTree } from '../../targeting/geo-tree';
import { HoursGrid } from '../../targeting/hours-grid';
import { useTargetingNames } from '../../targeting/names';
import { Devices, LANGUAGES } from '../../targeting/targeting-fields';
import { LIMIT_DECIMALS, PACINGS } from '../campaign-values';
import styles from './bulk.module.css';
import { type BulkValues, backOf, changeOf, firstValues, linesOf, PART_LABELS, PARTS, type Part } from './bulk-values';

/** The most labels of a campaign, and characters of one. */
const MARKS_MAX = CAMPAIGN_FORM_LIMITS.marks.max;

/** Campaigns of one call; the server refuses more. */
const CAMPAIGNS_MAX = 200;

/** Asks for so many campaigns at a time as a call takes, and hears of each answer. */
async function inCalls(
  ids: readonly number[],
  call: (some: number[]) => Promise<{ data: ChangedCampaigns }>,
  hear: (answer: ChangedCampaigns) => void,
): Promise<void> {
  for (let at = 0; at < ids.length; at += CAMPAIGNS_MAX) {
    hear((await call(ids.slice(at, at + CAMPAIGNS_MAX))).data);
  }
}

/** Several answers as one. */
const together = (answers: readonly ChangedCampaigns[]): ChangedCampaigns => ({
  is_dry_run: answers.every((one) => one.is_dry_run),
  campaigns: answers.flatMap((one) => one.campaigns),
  refused: answers.flatMap((one) => one.refused),
});

/** Chooses what is changed of many campaigns, shows what that changes, and changes it. */
export function BulkSettings({ id, campaigns }: { id: string; campaigns: readonly Campaign[] }) {
  const [parts, setParts] = useState<readonly Part[]>([]);
  const [values, setValues] = useState<BulkValues>(firstValues);
  const [plan, setPlan] = useState<ChangedCampaigns | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const look = useMutation(updateCampaignsMutation());
  const run = useMutation(updateCampaignsMutation());
  const ids = campaigns.map((campaign) => campaign.id);
  const refuse = (error: unknown) => {
    const [first] = Object.entries(fieldErrors(error));
    const field = first?.[0].replace(/^change\./, '').replaceAll('_', ' ');
    setFailure(first && field ? `${capital(field)} ${first[1]}` : errorText(error));
  };
  const preview = async () => {
    setFailure(null);
    try {
      const answers: ChangedCampaigns[] = [];
      const wanted = changeOf(parts, values);
      await inCalls(
        ids,
        (some) => look.mutateAsync({ body: { ids: some, change: wanted, dry_run: true } }),
        (answer) => answers.push(answer),
      );
      setPlan(together(answers));
    } catch (error) {
      refuse(error);
    }
  };
  const undo = async ({ campaigns: changed }: ChangedCampaigns) => {
    try {
      for (const one of changed) {
        if (one.fields.length === 0) continue;
        await run.mutateAsync({ body: { ids: [one.id], change: backOf(one), dry_run: false } });
      }
      toast('Settings given back');
    } catch (error) {
      toastError('Not all settings were given back', error);
    }
  };
  const change = async () => {
    setFailure(null);
    const answers: ChangedCampaigns[] = [];
    const wanted = changeOf(parts, values);
    // What a failure came after is done, and told with its way back.
    const tell = () => {
      const done = together(answers);
      const count = done.campaigns.filter(({ fields }) => fields.length > 0).length;
      if (count > 0) toast(`${plural(count, 'campaign')} changed`, { undo: () => void undo(done) });
    };
    try {
      await inCalls(
        ids,
        (some) => run.mutateAsync({ body: { ids: some, change: wanted, dry_run: false } }),
        (answer) => answers.push(answer),
      );
      tell();
      closeDialog(id);
    } catch (error) {
      tell();
      refuse(error);
    }
  };
  if (plan) {
    return (
      <Preview
        plan={plan}
        failure={failure}
        isBusy={run.isPending}
        onBack={() => {
          setPlan(null);
          setFailure(null);
        }}
        onRun={() => void change()}
      />
    );
  }
  return (
    <div className="stack">
      <CheckChoices<Part>
        label="What is changed"
        options={PARTS.map((part) => ({ value: part, label: PART_LABELS[part] }))}
        value={[...parts]}
        onChange={(chosen) => setParts(PARTS.filter((part) => chosen.includes(part)))}
      />
      {parts.map((part) => (
        <PartFields key={part} part={part} values={values} onChange={(some) => setValues({ ...values, ...some })} />
      ))}
      {failure && <Note tone="bad">{failure}</Note>}
      <div className="row" style={{ justifyContent: 'flex-end' }}>
        <Button onClick={() => closeDialog(id)}>Cancel</Button>
        <Button variant="ink" disabled={parts.length === 0} busy={look.isPending} onClick={() => void preview()}>
          Show what changes
        </Button>
      </div>
    </div>
  );
}

function PartFields({
  part,
  values,
  onChange,
}: {
  part: Part;
  values: BulkValues;
  onChange(some: Partial<BulkValues>): void;
}) {
  const unit = useUnit();
  const { targeting } = values;
  const target = (some: Partial<typeof targeting>) => onChange({ targeting: { ...targeting, ...some } });
  if (part === 'daily' || part === 'total') {
    return (
      <AmountField
        label={PART_LABELS[part]}
        placeholder="No limit"
        unit={unit}
        step={10}
        decimals={LIMIT_DECIMALS}
        value={values[part]}
        error={amountProblem(values[part], unit, LIMIT_DECIMALS)}
        onChange={(amount) => onChange({ [part]: amount })}
      />
    );
  }
  if (part === 'pacing') {
    return (
      <Segmented label="Pacing" options={PACINGS} value={values.pacing} onChange={(pacing) => onChange({ pacing })} />
    );
  }
  if (part === 'marks') {
    return (
      <TagsInput
        label="Labels"
        description="They replace the labels that the campaigns have."
        maxTags={MARKS_MAX}
        value={values.marks}
        onChange={(marks) => onChange({ marks })}
      />
    );
  }
  return (
    <section className={styles.part} aria-labelledby={`bulk-${part}`}>
      <h3 id={`bulk-${part}`}>{PART_LABELS[part]}</h3>
      {part === 'hours' && (
        <HoursGrid labelledBy="bulk-hours" value={targeting.hours} onChange={(hours) => target({ hours })} />
      )}
      {part === 'places' && (
        <GeoTree label="Places" value={targeting.places} onChange={(places) => target({ places })} />
      )}
      {part === 'audience' && (
        <>
          <Devices value={targeting} onChange={target} />
          <MultiSelect
            label="Languages"
            placeholder={targeting.languages.length === 0 ? 'All languages' : ''}
            searchable
            data={LANGUAGES.map((code) => ({ value: code, label: languageName(code) }))}
            value={targeting.languages}
            onChange={(languages) => target({ languages })}
          />
        </>
      )}
    </section>
  );
}

function Preview({
  plan,
  failure,
  isBusy,
  onBack,
  onRun,
}: {
  plan: ChangedCampaigns;
  failure: string | null;
  isBusy: boolean;
  onBack(): void;
  onRun(): void;
}) {
  const changed = plan.campaigns.filter(({ fields }) => fields.length > 0);
  const same = plan.campaigns.length - changed.length;
  return (
    <div className="stack">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard */}
      <section className={styles.scroll} tabIndex={0} aria-label="What changes">
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Campaign</th>
              <th scope="col">Setting</th>
              <th scope="col">Now</th>
              <th scope="col">Then</th>
            </tr>
          </thead>
          <tbody>
            {changed.map((one) => (
              <PreviewRows key={one.id} changed={one} />
            ))}
          </tbody>
        </table>
      </section>
      {same > 0 && <p className="s13 t2">{plural(same, 'campaign')} has these settings already.</p>}
      {plan.refused.map(({ id, name, detail }) => (
        <Note key={id} tone="warn">
          “{name}” stays as it is: {detail}
        </Note>
      ))}
      {failure && <Note tone="bad">{failure}</Note>}
      <div className="row" style={{ justifyContent: 'flex-end' }}>
        <Button onClick={onBack}>Back</Button>
        <Button variant="accent" disabled={changed.length === 0} busy={isBusy} onClick={onRun}>
          Change {plural(changed.length, 'campaign')}
        </Button>
      </div>
    </div>
  );
}

function PreviewRows({ changed }: { changed: ChangedCampaigns['campaigns'][number] }) {
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
