import { Select } from '@mantine/core';
import { useState } from 'react';
import { updateSitePushMutation } from '~/api/queries';
import type { PushAdvice, SitePushResource } from '~/api/sdk';
import { Button } from '~/ui/button';
import { Segmented, Switch } from '~/ui/controls';
import { FieldError } from '~/ui/form';
import { Note } from '~/ui/note';
import { toast } from '~/ui/toast';
import { Form, FormActions } from '../../form/parts';
import { type FormOf, useForm } from '../../form/use-form';
import { useSend } from '../../form/use-send';
import { Questions } from './question-fields';
import { BrowserQuestion, FirstNotification, QuestionPreview } from './question-preview';
import styles from './site-push.module.css';
import { advised, type NumberName, rangeOf, SITE_PUSH_FIELDS, type SitePushValues, sitePushBody } from './values';

type Part = { form: FormOf<SitePushValues> };

const POSITIONS = [
  { value: 'bottom', label: 'Bottom, on wide screens right' },
  { value: 'bottom_left', label: 'Bottom, on wide screens left' },
  { value: 'top', label: 'Top' },
];

/** A number in a sentence. */
function NumberIn({ form, name, label, max }: Part & { name: NumberName; label: string; max?: number }) {
  const [least, most] = rangeOf(name);
  const error = form.errors[name];
  return (
    <input
      type="number"
      aria-label={label}
      aria-invalid={error ? true : undefined}
      title={error}
      min={least}
      max={max ?? most}
      value={Number.isFinite(form.values[name]) ? form.values[name] : ''}
      onChange={(event) => form.set(name, event.target.valueAsNumber)}
    />
  );
}

const COLOURS = [
  ['background', 'Background'],
  ['color', 'Text'],
  ['accent', 'Button'],
] as const;

/** Advice, each taken with one press. */
function Advice({ form, advice }: Part & { advice: readonly PushAdvice[] }) {
  if (advice.length === 0) return null;
  return (
    <ul className={styles.advice} aria-label="Advice">
      {advice.map((one) => {
        const isTaken = form.values[one.field] === one.value;
        return (
          <li key={one.field}>
            <div>
              <b>{one.title}</b>
              <p className="t2">{one.text}</p>
            </div>
            <Button size="sm" disabled={isTaken} onClick={() => form.patch(advised(one))}>
              {isTaken ? 'Taken' : `Set to ${one.value}`}
            </Button>
          </li>
        );
      })}
    </ul>
  );
}

/** When it asks. */
function When({ form }: Part) {
  return (
    <>
      <h3 className="b">When</h3>
      <p className={styles.inline}>
        Ask after <NumberIn form={form} name="delay_s" label="Seconds on the page" /> s on page{' '}
        <NumberIn form={form} name="ask_page" label="Page of the visit" /> of a visit,
      </p>
      <p className={styles.inline}>
        not more than once per <NumberIn form={form} name="ask_days" label="Days between two questions" /> days to the
        same person.
      </p>
      <FieldError text={form.errors.delay_s ?? form.errors.ask_page ?? form.errors.ask_days} />
      <p className="s12 t3">Never over a dialog of the page, never to who said no to the browser, never in a frame.</p>
    </>
  );
}

/** How much it sends, and when. */
function Sending({ form, capMax }: Part & { capMax: number }) {
  return (
    <>
      <p className={styles.inline}>
        At most <NumberIn form={form} name="daily_cap" label="Notifications a day" max={capMax} /> a day for one
        subscriber, between <NumberIn form={form} name="hour_from" label="First hour" /> and{' '}
        <NumberIn form={form} name="hour_to" label="Last hour" /> h where they live. Let go after{' '}
        <NumberIn form={form} name="let_go_weeks" label="Weeks without an answer" /> weeks without an answer.
      </p>
      <FieldError
        text={form.errors.daily_cap ?? form.errors.hour_from ?? form.errors.hour_to ?? form.errors.let_go_weeks}
      />
    </>
  );
}

/** How a site asks and what it sends, with the question as visitors see it. Advice is taken with one press. */
export function SitePushDesigner({ push, advice }: { push: SitePushResource; advice: readonly PushAdvice[] }) {
  const update = useSend(updateSitePushMutation());
  const [at, setAt] = useState(0);
  const form = useForm({
    item: push,
    ...SITE_PUSH_FIELDS,
    thing: String(push.site_id),
    send: async (values, held) => update({ path: { site_id: held.site_id }, body: sitePushBody(values, held) }),
    saved: () => toast('Saved'),
  });
  const { values, set } = form;
  const question = values.questions[at] ?? values.questions[0];
  return (
    <Form form={form} label="Push of the site">
      <Advice form={form} advice={advice} />
      <section className={styles.section} aria-labelledby="prompt">
        <div className="row between wrap">
          <h2 id="prompt">Prompt</h2>
          <Switch
            label="Ask and send"
            checked={values.is_on}
            onChange={(event) => set('is_on', event.currentTarget.checked)}
          />
        </div>
        {push.stopped_by && values.is_on && <Note tone="warn">{push.stopped_by}</Note>}
        <div className={styles.wide}>
          <div className="stack">
            <Segmented<SitePushValues['kind']>
              label="How it asks"
              value={values.kind}
              onChange={(kind) => set('kind', kind)}
              options={[
                { value: 'question', label: 'Our question first' },
                { value: 'browser', label: 'The browser at once' },
              ]}
            />
            <p className="s12 t3">
              Firefox and Safari ask only after a click, so they get our question either way. A “not now” to ours can be
              asked again; a “block” to the browser never.
            </p>
            <Questions form={form} at={at} onAt={setAt} />
            <Select
              label="Where it stands"
              data={POSITIONS}
              allowDeselect={false}
              value={values.position}
              onChange={(position) => set('position', position as SitePushValues['position'])}
            />
            <div className={styles.colours}>
              {COLOURS.map(([name, label]) => (
                <label key={name}>
                  {label}
                  <input type="color" value={values[name]} onChange={(event) => set(name, event.target.value)} />
                </label>
              ))}
            </div>
            <When form={form} />
          </div>
          {question && (
            <div className={styles.previews}>
              <QuestionPreview question={question} look={values} device="phone" />
              <QuestionPreview question={question} look={values} device="desktop" />
              <BrowserQuestion domain={push.domain} />
              <FirstNotification domain={push.domain} />
            </div>
          )}
        </div>
      </section>
      <section className={styles.section} aria-labelledby="sending">
        <h2 id="sending">Sending</h2>
        <Sending form={form} capMax={push.daily_cap_max} />
      </section>
      <div className={styles.save}>
        <FormActions form={form} variant="accent" />
      </div>
    </Form>
  );
}
