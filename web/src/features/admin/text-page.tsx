import { Textarea, TextInput } from '@mantine/core';
import { IconExternalLink, IconRestore } from '@tabler/icons-react';
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { updateTextMutation } from '~/api/queries';
import { type EditableText, resetText } from '~/api/sdk';
import { useRoutes } from '~/app/nav';
import { formatDate } from '~/lib/format';
import { isPlain, type PageLink, paths } from '~/lib/paths';
import { Button, buttonClass } from '~/ui/button';
import { cx } from '~/ui/classes';
import { confirm } from '~/ui/confirm';
import { Segmented } from '~/ui/controls';
import { CountedLabel, FieldPair } from '~/ui/form';
import { Badge } from '~/ui/marks';
import { toast } from '~/ui/toast';
import { Form, FormState } from '../form/parts';
import { refresh } from '../form/refresh';
import { useForm } from '../form/use-form';
import { PageHead } from '../frame/page-head';
import { TextPreview } from './text-preview';
import styles from './texts.module.css';
import { textQuery } from './texts-api';

const TITLE_MAX = 120;
/** Longest description, in characters. */
const DESCRIPTION_MAX = 300;

/** The link to the page that shows a text: an article unless a page has declared it. */
function linkOf(routes: ReturnType<typeof useRoutes>, slug: string): PageLink {
  const page = routes.find((route) => route.options.staticData?.head?.text === slug);
  return page && isPlain(page.to) ? { to: page.to } : paths.article(slug);
}

/** The editor of one text: markdown beside what the public page will show. */
export function TextPage() {
  const { textSlug } = useParams({ strict: false });
  const { data: text } = useSuspenseQuery(textQuery(textSlug ?? ''));
  return <Editor key={text.slug} text={text} />;
}

const read = ({ title, description, body }: EditableText) => ({ title, description, body });

function Editor({ text }: { text: EditableText }) {
  const link = linkOf(useRoutes(), text.slug);
  const client = useQueryClient();
  const [view, setView] = useState<'write' | 'preview'>('write');
  const update = useMutation(updateTextMutation());
  const form = useForm({
    item: text,
    read,
    checks: {
      description: (line) => (line.trim() ? null : 'A description is needed: search engines show it.'),
      title: (title) => (title.trim() ? null : 'A title is needed.'),
      body: (body) => (body.trim() ? null : 'A text is needed. To get the delivered one back, reset it.'),
    },
    words: { title: 'Title', description: 'Description for search engines', body: 'Text' },
    send: async (values, { slug, version }) =>
      (await update.mutateAsync({ path: { slug }, body: { ...values, version } })).data,
    saved: () => toast('Text saved', { detail: 'The public page shows it at once.' }),
  });
  const reset = () =>
    confirm({
      title: `Reset “${text.title}”?`,
      body: 'The text that the program brings along comes back. What was written here is kept in the audit log only.',
      action: 'Reset 1',
      icon: <IconRestore size={16} aria-hidden />,
      run: async () => {
        await resetText({ path: { slug: text.slug } });
        form.discard();
        await refresh(client);
        toast('Reset to the delivered text');
      },
    });
  const { title, description, body } = form.values;
  return (
    <Form form={form} className={styles.page}>
      <PageHead
        title={text.title}
        crumbs={[{ label: 'Back office' }, { label: 'Texts', link: { to: '/admin/texts' } }]}
        badge={
          <Badge tone={text.is_changed ? 'info' : 'idle'} soft>
            {text.is_changed ? `Changed ${formatDate(text.updated_at)}` : 'As delivered'}
          </Badge>
        }
        actions={
          <>
            <Link className={buttonClass()} {...link} target="_blank" rel="noreferrer">
              <IconExternalLink size={16} aria-hidden />
              Open the page
            </Link>
            {text.is_changed && (
              <Button onClick={reset}>
                <IconRestore size={16} aria-hidden />
                Reset
              </Button>
            )}
            <Button variant="accent" type="submit" busy={form.busy} disabled={!form.isDirty}>
              Save
            </Button>
          </>
        }
      />
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
