import { IconPlus, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import {
  RULE_COMPARISON_LABELS,
  RULE_FORM_LIMITS,
  RULE_METRIC_LABELS,
  RULE_SUBJECT_LABELS,
  RuleActionKind,
  RuleComparison,
  RuleMetric,
  RuleSubject,
  RuleWindow,
} from '~/api/words';
import { useUnit } from '~/app/queries';
import { inUnit, unitSymbol } from '~/lib/format';
import { Button } from '~/ui/button';
import { cx } from '~/ui/classes';
import type { FormOf } from '../form/use-form';
import { CampaignsField } from './campaigns-field';
import {
  actionsOf,
  actionWord,
  article,
  hasValue,
  isCoefficient,
  isCount,
  isLower,
  isMoney,
  isStep,
  type RuleValues,
  stops,
  subjectWord,
} from './rule-words';
import styles from './rules.module.css';

type Form = FormOf<RuleValues>;

/** A word of the sentence that can be another one. */
function WordField({
  label,
  value,
  options,
  onChange,
  isAction,
}: {
  label: string;
  value: number;
  options: readonly { id: number; label: string }[];
  onChange(value: number): void;
  isAction?: boolean;
}) {
  return (
    <select
      className={cx(styles.token, isAction && styles.act)}
      aria-label={label}
      value={value}
      onChange={(event) => onChange(Number(event.target.value))}
    >
      {options.map((option) => (
        <option key={option.id} value={option.id}>
          {option.label}
        </option>
      ))}
    </select>
  );
}

/** A number of the sentence; its message stands below the line. */
function NumberField({
  label,
  value,
  before,
  after,
  error,
  onChange,
}: {
  label: string;
  value: string;
  before?: string | undefined;
  after?: string | undefined;
  error?: string | undefined;
  onChange(value: string): void;
}) {
  return (
    <span className={cx(styles.number, error !== undefined && styles.wrong)}>
      {before && <span aria-hidden>{before}</span>}
      <input
        inputMode="decimal"
        aria-label={label}
        aria-invalid={error !== undefined || undefined}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      {after && <span aria-hidden>{after}</span>}
    </span>
  );
}

const words = (labels: Readonly<Record<number, string>>) =>
  Object.entries(labels).map(([id, label]) => ({ id: Number(id), label }));

function Messages({ of }: { of: readonly (string | undefined)[] }) {
  const told = [...new Set(of.filter((message) => message !== undefined))];
  return told.length > 0 ? (
    <p className={styles.message} role="alert">
      {told.join(' ')}
    </p>
  ) : null;
}

/** The rule as one sentence, whose words can be changed. */
export function SentenceFields({ form }: { form: Form }) {
  const { values, errors, set } = form;
  const setSubject = (subject: number) => {
    const kinds = actionsOf(subject);
    form.patch({ subject, ...(kinds.includes(values.kind) ? {} : { kind: kinds[0] ?? RuleActionKind.Tell }) });
  };
  const unit = useUnit();
  const setKind = (kind: number) => {
    const of = isCoefficient(kind) ? { value: isStep(kind) ? '20' : '0,5', bound: isLower(kind) ? '0,5' : '3' } : null;
    const step = {
      value: '20',
      bound: String(inUnit(kind === RuleActionKind.LowerLimit || kind === RuleActionKind.RaiseLimit ? 100 : 1, unit)),
    };
    form.patch({ kind, ...(hasValue(kind) ? (of ?? step) : { value: '', bound: '' }) });
  };
  const subject = subjectWord(values.subject);
  return (
    <div className={styles.sentence}>
      <div className={styles.line}>
        <span>When {article(subject)}</span>
        <WordField
          label="What it looks at"
          value={values.subject}
          options={words(RULE_SUBJECT_LABELS)}
          onChange={setSubject}
        />
        <span>{values.subject === RuleSubject.Campaign ? 'out of' : 'of'}</span>
        <CampaignsField value={values.campaigns} error={errors.campaigns} onChange={(ids) => set('campaigns', ids)} />
      </div>
      <div className={styles.inner}>
        {values.conditions.map((condition, place) => (
          <Condition
            // biome-ignore lint/suspicious/noArrayIndexKey: a condition is its place in the sentence
            key={place}
            form={form}
            place={place}
            condition={condition}
          />
        ))}
        <Messages of={[errors.conditions]} />
        <div className={styles.line}>
          <WordField
            label="Over which time"
            value={values.window}
            options={[
              { id: RuleWindow.Today, label: 'today' },
              { id: RuleWindow.LastDays, label: 'in the last' },
              { id: RuleWindow.Lifetime, label: 'in its lifetime' },
            ]}
            onChange={(window) => set('window', window)}
          />
          {values.window === RuleWindow.LastDays && (
            <>
              <NumberField
                label="Days"
                value={values.days}
                error={errors.days}
                onChange={(days) => set('days', days)}
              />
              <span>days, today among them,</span>
            </>
          )}
        </div>
        <div className={styles.line}>
          <span>after at least</span>
          <NumberField
            label="Shows that it waits for"
            value={values.leastShows}
            error={errors.leastShows}
            onChange={(value) => set('leastShows', value)}
          />
          <span>shows and</span>
          <NumberField
            label="Clicks that it waits for"
            value={values.leastClicks}
            error={errors.leastClicks}
            onChange={(value) => set('leastClicks', value)}
          />
          <span>clicks,</span>
        </div>
        <Messages of={[errors.days, errors.leastShows, errors.leastClicks]} />
      </div>
      <div className={styles.line}>
        <span>then</span>
        <WordField
          isAction
          label="What it does"
          value={values.kind}
          options={actionsOf(values.subject).map((id) => ({ id, label: actionWord(id) }))}
          onChange={setKind}
        />
        <Step form={form} />
        <span>and</span>
        <WordField
          label="How it tells"
          value={values.mail ? 1 : 0}
          options={[
            { id: 0, label: 'tell me in my notices' },
            { id: 1, label: 'tell me by mail' },
          ]}
          onChange={(mail) => set('mail', mail === 1)}
        />
      </div>
      <Messages of={[errors.kind, errors.value, errors.bound]} />
      <Limits form={form} />
    </div>
  );
}

function Condition({ form, place, condition }: { form: Form; place: number; condition: RuleValues['conditions'][0] }) {
  const unit = useUnit();
  const { values, errors, set } = form;
  const change = (some: Partial<typeof condition>) =>
    set(
      'conditions',
      values.conditions.map((one, at) => (at === place ? { ...one, ...some } : one)),
    );
  const isLast = place === values.conditions.length - 1;
  const error = errors[`conditions.${place}.value`];
  return (
    <>
      <div className={styles.line}>
        <span>{place === 0 ? 'has' : 'and'}</span>
        <WordField
          label={`Figure ${place + 1}`}
          value={condition.metric}
          options={words(RULE_METRIC_LABELS)}
          onChange={(metric) => change({ metric })}
        />
        <WordField
          label={`How figure ${place + 1} compares`}
          value={condition.comparison}
          options={words(RULE_COMPARISON_LABELS)}
          onChange={(comparison) => change({ comparison })}
        />
        <NumberField
          label={`Value ${place + 1}`}
          value={condition.value}
          before={isMoney(condition.metric) ? unitSymbol(unit) : undefined}
          after={!isMoney(condition.metric) && !isCount(condition.metric) ? '%' : undefined}
          error={error}
          onChange={(value) => change({ value })}
        />
        {values.conditions.length > 1 && (
          <Button
            variant="ghost"
            size="sm"
            icon
            aria-label={`Remove condition ${place + 1}`}
            onClick={() =>
              set(
                'conditions',
                values.conditions.filter((_, at) => at !== place),
              )
            }
          >
            <IconX size={14} aria-hidden />
          </Button>
        )}
        {isLast && values.conditions.length < RULE_FORM_LIMITS.conditions.max && (
          <Button
            size="sm"
            onClick={() =>
              set('conditions', [
                ...values.conditions,
                { metric: RuleMetric.Clicks, comparison: RuleComparison.AtLeast, value: '50' },
              ])
            }
          >
            <IconPlus size={14} aria-hidden />
            and
          </Button>
        )}
      </div>
      <Messages of={[error]} />
    </>
  );
}

function Step({ form }: { form: Form }): ReactNode {
  const unit = useUnit();
  const { values, errors, set } = form;
  if (!hasValue(values.kind)) return null;
  const value = (label: string, after?: string) => (
    <NumberField
      label={label}
      value={values.value}
      after={after}
      error={errors.value}
      onChange={(next) => set('value', next)}
    />
  );
  if (!isStep(values.kind)) {
    return (
      <>
        <span>to</span>
        {value('Coefficient')}
      </>
    );
  }
  return (
    <>
      <span>by</span>
      {value('Percent of a step', '%')}
      <span>{isLower(values.kind) ? 'down to' : 'up to'}</span>
      <NumberField
        label={isLower(values.kind) ? 'Floor' : 'Ceiling'}
        value={values.bound}
        before={isCoefficient(values.kind) ? undefined : unitSymbol(unit)}
        error={errors.bound}
        onChange={(next) => set('bound', next)}
      />
    </>
  );
}

function Limits({ form }: { form: Form }) {
  const { values, errors, set } = form;
  return (
    <div className={styles.limits}>
      <div className={styles.line}>
        <span>but at most</span>
        <NumberField
          label="Actions a day"
          value={values.most}
          error={errors.most}
          onChange={(most) => set('most', most)}
        />
        <span>a day, the same {subjectWord(values.subject)} again after</span>
        <NumberField
          label="Hours before it acts on the same again"
          value={values.cooldown}
          error={errors.cooldown}
          onChange={(hours) => set('cooldown', hours)}
        />
        <span>hours</span>
        {stops(values.kind) && (
          <>
            <span>, and ask me before it stops more than</span>
            <NumberField
              label="Percent of the spend that it stops unasked"
              value={values.ask}
              after="%"
              error={errors.ask}
              onChange={(ask) => set('ask', ask)}
            />
            <span>of the spend</span>
          </>
        )}
      </div>
      <Messages of={[errors.most, errors.cooldown, errors.ask]} />
    </div>
  );
}
