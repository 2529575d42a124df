import { Select, Textarea, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { updateSitePushMutation } from '~/api/queries';
import type { PushAdvice, SitePushResource } from '~/api/sdk';
import { PUSH_QUESTION_LIMITS } from '~/api/words';
import { languageName } from '~/lib/names';
import { Button } from '~/ui/button';
import { Segmented, Switch } from '~/ui/controls';
import { CountedLabel, FieldError, FieldPair } from '~/ui/form';
import { Note } from '~/ui/note';
import { toast } from '~/ui/toast';
import { Form, FormActions } from '../../form/parts';
import { type FormOf, useForm } from '../../form/use-form';
import { LANGUAGES } from '../../targeting/targeting-fields';
import { BrowserQuestion, FirstNotification, QuestionPreview } from './question-preview';
import styles from './site-push.module.css';
import {
  advised,
  LANGUAGES_MAX,
  type NumberName,
  type QuestionValues,
  rangeOf,
  SITE_PUSH_FIELDS,
  type SitePushValues,
  sitePushBody,
} from './values';

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

/** What is said in one of the languages. */
function Question({
  question,
  onChange,
}: {
  question: QuestionValues;
  onChange(patch: Partial<QuestionValues>): void;
}) {
  const { title, text, accept, later } = question;
  return (
    <>
      <TextInput
        label={<CountedLabel label="Title" text={title} max={PUSH_QUESTION_LIMITS.title.max} />}
        maxLength={PUSH_QUESTION_LIMITS.title.max * 2}
        value={title}
        onChange={(event) => onChange({ title: event.currentTarget.value })}
      />
      <Textarea
        label={<CountedLabel label="Text" text={text} max={PUSH_QUESTION_LIMITS.text.max} />}
        description="It must say that advertising comes, and how it is ended."
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        autosize
        minRows={2}
        maxLength={PUSH_QUESTION_LIMITS.text.max * 2}
        value={text}
        onChange={(event) => onChange({ text: event.currentTarget.value })}
      />
      <FieldPair>
        <TextInput
          label={<CountedLabel label="Yes" text={accept} max={PUSH_QUESTION_LIMITS.accept.max} />}
          maxLength={PUSH_QUESTION_LIMITS.accept.max * 2}
          value={accept}
          onChange={(event) => onChange({ accept: event.currentTarget.value })}
        />
        <TextInput
          label={<CountedLabel label="Later" text={later} max={PUSH_QUESTION_LIMITS.later.max} />}
          maxLength={PUSH_QUESTION_LIMITS.later.max * 2}
          value={later}
          onChange={(event) => onChange({ later: event.currentTarget.value })}
        />
      </FieldPair>
    </>
  );
}

/** The questions, each in a language of its own. */
function Questions({ form, at, onAt }: Part & { at: number; onAt(at: number): void }) {
  const { questions } = form.values;
  const question = questions[at] ?? questions[0];
  if (!question) return null;
  const put = (next: QuestionValues[]) => form.set('questions', next);
  const used = questions.map(({ language }) => language);
  return (
    <>
      <div className="row wrap">
        <Segmented
          label="Language of the question"
          value={question.language}
          onChange={(language) => onAt(used.indexOf(language))}
          options={questions.map(({ language }) => ({ value: language, label: languageName(language) }))}
        />
        {questions.length < LANGUAGES_MAX && (
          <Select
            size="xs"
            aria-label="Add a language"
            placeholder="Language"
            leftSection={<IconPlus size={14} aria-hidden />}
            searchable
            value={null}
            data={LANGUAGES.filter((code) => !used.includes(code)).map((code) => ({
              value: code,
              label: languageName(code),
            }))}
            onChange={(language) => {
              if (!language) return;
              put([...questions, { ...question, language }]);
              onAt(questions.length);
            }}
          />
        )}
        {questions.length > 1 && (
          <Button
            size="sm"
            variant="ghost"
            onClick={() => {
              put(questions.filter((one) => one !== question));
              onAt(0);
            }}
          >
            <IconTrash size={14} aria-hidden />
            Remove {languageName(question.language)}
          </Button>
        )}
      </div>
      <Question
        question={question}
        onChange={(patch) => put(questions.map((one) => (one === question ? { ...one, ...patch } : one)))}
      />
      <FieldError text={form.errors.questions} />
    </>
  );
}

/** How a site asks and what it sends, with the question as visitors see it. Advice is taken with one press. */
export function SitePushDesigner({ push, advice }: { push: SitePushResource; advice: readonly PushAdvice[] }) {
  const update = useMutation(updateSitePushMutation());
  const [at, setAt] = useState(0);
  const form = useForm({
    item: push,
    ...SITE_PUSH_FIELDS,
    thing: String(push.site_id),
    send: async (values, held) =>
      (await update.mutateAsync({ path: { site_id: held.site_id }, body: sitePushBody(values, held) })).data,
    saved: () => toast('Saved'),
  });
  const { values, set } = form;
  const question = values.questions[at] ?? values.questions[0];
  return (
    <Form form={form} label="Push of the site">
      {advice.length > 0 && (
        <ul className={styles.advice} aria-label="Advice">
          {advice.map((one) => (
            <li key={one.field}>
              <div>
                <b>{one.title}</b>
                <p className="t2">{one.text}</p>
              </div>
              <Button size="sm" disabled={values[one.field] === one.value} onClick={() => form.patch(advised(one))}>
                {values[one.field] === one.value ? 'Taken' : `Set to ${one.value}`}
              </Button>
            </li>
          ))}
        </ul>
      )}
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
            <h3 className="b">When</h3>
            <p className={styles.inline}>
              Ask after <NumberIn form={form} name="delay_s" label="Seconds on the page" /> s on page{' '}
              <NumberIn form={form} name="ask_page" label="Page of the visit" /> of a visit,
            </p>
            <p className={styles.inline}>
              not more than once per <NumberIn form={form} name="ask_days" label="Days between two questions" /> days to
              the same person.
            </p>
            <FieldError text={form.errors.delay_s ?? form.errors.ask_page ?? form.errors.ask_days} />
            <p className="s12 t3">
              Never over a dialog of the page, never to who said no to the browser, never in a frame.
            </p>
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
        <p className={styles.inline}>
          At most <NumberIn form={form} name="daily_cap" label="Notifications a day" max={push.daily_cap_max} /> a day
          for one subscriber, between <NumberIn form={form} name="hour_from" label="First hour" /> and{' '}
          <NumberIn form={form} name="hour_to" label="Last hour" /> h where they live. Let go after{' '}
          <NumberIn form={form} name="let_go_weeks" label="Weeks without an answer" /> weeks without an answer.
        </p>
        <FieldError
          text={form.errors.daily_cap ?? form.errors.hour_from ?? form.errors.hour_to ?? form.errors.let_go_weeks}
        />
      </section>
      <div className={styles.save}>
        <FormActions form={form} variant="accent" />
      </div>
    </Form>
  );
}
