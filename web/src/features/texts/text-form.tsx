import { Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { updateTextMutation } from '~/api/queries';
import type { EditableText } from '~/api/sdk';
import { TEXT_FORM_LIMITS } from '~/api/words';
import { cx } from '~/ui/classes';
import { Segmented } from '~/ui/controls';
import { CountedLabel, FieldPair } from '~/ui/form';
import { toast } from '~/ui/toast';
import { Form, FormState } from '../form/parts';
import { useForm } from '../form/use-form';
import { useSend } from '../form/use-send';
import { TextHead } from './text-head';
import { TextPreview } from './text-preview';
import styles from './texts.module.css';

/** Longest title, in characters. */
const TITLE_MAX = TEXT_FORM_LIMITS.title.max;
/** Longest description, in characters. */
const DESCRIPTION_MAX = TEXT_FORM_LIMITS.description.max;

const read = ({ title, description, body }: EditableText) => ({ title, description, body });

/** The editor of one text: markdown beside what the public page will show. */
export function TextForm({ text }: { text: EditableText }) {
  const [view, setView] = useState<'write' | 'preview'>('write');
  const update = useSend(updateTextMutation());
  const form = useForm({
    item: text,
    thing: text.slug,
    read,
    checks: {
      description: (line) => (line.trim() ? null : 'A description is needed: search engines show it.'),
      title: (title) => (title.trim() ? null : 'A title is needed.'),
      body: (body) => (body.trim() ? null : 'A text is needed. To get the delivered one back, reset it.'),
    },
    words: { title: 'Title', description: 'Description for search engines', body: 'Text' },
    send: async (values, { slug, version }) => update({ path: { slug }, body: { ...values, version } }),
    saved: () => toast('Text saved', { detail: 'The public page shows it at once.' }),
  });
  const { title, description, body } = form.values;
  return (
    <Form form={form} className={styles.page}>
      <TextHead text={text} form={form} />
      <FormState form={form} />
      <FieldPair>
        <TextInput
          label={<CountedLabel label="Title" text={title} max={TITLE_MAX} />}
          maxLength={TITLE_MAX}
          {...form.field('title')}
        />
        <TextInput
          label={<CountedLabel label="Description for search engines" text={description} max={DESCRIPTION_MAX} />}
          maxLength={DESCRIPTION_MAX}
          {...form.field('description')}
        />
      </FieldPair>
      <div className={styles.switch}>
        <Segmented
          label="Shown"
          value={view}
          options={[
            { value: 'write', label: 'Write' },
            { value: 'preview', label: 'Preview' },
          ]}
          onChange={(next) => setView(next)}
        />
      </div>
      <div className={styles.panes}>
        <div className={cx(view !== 'write' && styles.away)}>
          <Textarea
            label="Text in markdown"
            description="Headings with ##, lists with -, links as [words](/path). HTML is shown as text."
            autosize
            minRows={24}
            maxRows={40}
            spellCheck
            classNames={{ input: styles.markdown ?? '' }}
            {...form.field('body')}
          />
        </div>
        <TextPreview text={text} title={title} body={body} isAway={view !== 'preview'} />
      </div>
    </Form>
  );
}
