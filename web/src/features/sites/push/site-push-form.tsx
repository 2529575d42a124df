import { Select } from '@mantine/core';
import { useState } from 'react';
import { updateSitePushMutation } from '~/api/queries';
import type { PushAdvice, SitePushResource } from '~/api/sdk';
import { PUSH_PROMPT_KIND_LABELS, PUSH_PROMPT_POSITION_LABELS } from '~/api/words';
import { choicesOf } from '~/ui/choices';
import { Segmented, Switch } from '~/ui/controls';
import { Note } from '~/ui/note';
import { toast } from '~/ui/toast';
import { Form, FormActions } from '../../form/parts';
import { useForm } from '../../form/use-form';
import { useSend } from '../../form/use-send';
import { Questions } from './question-fields';
import { QuestionPicture } from './question-picture';
import { BrowserQuestion, FirstNotification, QuestionPreview } from './question-preview';
import styles from './site-push.module.css';
import { Advice, Sending, When } from './site-push-fields';
import { SITE_PUSH_FIELDS, type SitePushValues, sitePushBody } from './values';

const COLOURS = [
  ['background', 'Background'],
  ['color', 'Text'],
  ['accent', 'Button'],
] as const;

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
              options={choicesOf(PUSH_PROMPT_KIND_LABELS)}
            />
            <p className="s12 t3">
              Firefox and Safari ask only after a click, so they get our question either way. A “not now” to ours can be
              asked again; a “block” to the browser never.
            </p>
            <Questions form={form} at={at} onAt={setAt} />
            <QuestionPicture form={form} />
            <Select
              label="Where it stands"
              data={choicesOf(PUSH_PROMPT_POSITION_LABELS)}
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
