import { Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDebouncedValue } from '@mantine/hooks';
import { IconExternalLink, IconRestore } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError, errorText, fieldErrors } from '~/api/problem';
import type { EditableText } from '~/api/sdk';
import { useRoutes } from '~/app/nav';
import { formatDate } from '~/lib/format';
import { isPlain, type PageLink, paths } from '~/lib/paths';
import { Button, buttonClass } from '~/ui/button';
import { cx } from '~/ui/classes';
import { confirm } from '~/ui/confirm';
import { Segmented } from '~/ui/controls';
import { CountedLabel, FieldPair } from '~/ui/form';
import { Badge } from '~/ui/marks';
import { Note } from '~/ui/note';
import { toast } from '~/ui/toast';
import { showFirstError } from '../form/first-error';
import { useUnsavedGuard } from '../form/use-guard';
import { PageHead } from '../frame/page-head';
import { TextBody } from '../public/text-body';
import styles from './texts.module.css';
import { previewQuery, resetText, saveText, textQuery } from './texts-api';

const TITLE_MAX = 120;
/** Longest description, in characters. */
const DESCRIPTION_MAX = 300;
/** The preview follows after this pause in typing, in milliseconds. */
const PREVIEW_PAUSE_MS = 300;

/** The link to the page that shows a text: an article unless a page has declared it. */
function linkOf(routes: ReturnType<typeof useRoutes>, slug: string): PageLink {
  const page = routes.find((route) => route.options.staticData?.head?.text === slug);
  return page && isPlain(page.to) ? { to: page.to } : paths.article(slug);
}

/** The editor of one text: markdown beside what the public page will show. */
export function TextPage() {
  const { textSlug } = useParams({ strict: false });
  const { data: text } = useSuspenseQuery(textQuery(textSlug ?? ''));
  // A new version is a new form, so that nothing of the old one lingers.
  return <Editor key={`${text.slug} ${text.version} ${text.is_changed}`} text={text} />;
}

function Editor({ text }: { text: EditableText }) {
  const link = linkOf(useRoutes(), text.slug);
  const client = useQueryClient();
  const [view, setView] = useState<'write' | 'preview'>('write');
  const form = useForm({
    initialValues: { title: text.title, description: text.description, body: text.body },
    validateInputOnBlur: true,
    validate: {
      description: (line) => (line.trim() ? null : 'A description is needed: search engines show it.'),
      title: (title) => (title.trim() ? null : 'A title is needed.'),
      body: (body) => (body.trim() ? null : 'A text is needed. To get the delivered one back, reset it.'),
    },
  });
  const guard = useUnsavedGuard(() => form.isDirty());
  const refresh = async (saved: EditableText) => {
    client.setQueryData(textQuery(text.slug).queryKey, saved);
    await client.invalidateQueries({ queryKey: ['admin', 'texts', 'list'] });
  };
  const save = useMutation({
    mutationFn: (values: typeof form.values) => saveText(text.slug, { ...values, version: text.version }),
    onSuccess: async (saved) => {
      guard.release();
      await refresh(saved);
      toast('Text saved', { detail: 'The public page shows it at once.' });
    },
    onError: (thrown) => {
      form.setErrors(fieldErrors(thrown));
      showFirstError();
    },
  });
  const reset = () =>
    confirm({
      title: `Reset “${text.title}”?`,
      body: 'The text that the program brings along comes back. What was written here is kept in the audit log only.',
      action: 'Reset 1',
      icon: <IconRestore size={16} aria-hidden />,
      run: async () => {
        await resetText(text.slug);
        guard.release();
        await client.resetQueries({ queryKey: textQuery(text.slug).queryKey });
        await client.invalidateQueries({ queryKey: ['admin', 'texts', 'list'] });
        toast('Reset to the delivered text');
      },
    });
  const isStale = save.error instanceof ApiError && save.error.status === 409;
  const failure = save.isError && Object.keys(form.errors).length === 0 ? save.error : null;
  const { title, description, body } = form.values;
  const [draft] = useDebouncedValue(body, PREVIEW_PAUSE_MS);
  const isSaved = draft === text.body;
  const preview = useQuery({ ...previewQuery(draft), enabled: !isSaved });
  return (
    <form
      noValidate
      className={styles.page}
      onSubmit={form.onSubmit(
        (values) => save.mutate(values),
        () => showFirstError(),
      )}
    >
      <PageHead
        title={text.title}
        crumbs={[{ label: 'Back office' }, { label: 'Texts', link: { to: '/admin/texts' } }]}
        badge={
          text.is_changed ? (
            <Badge tone="info" soft>
              Changed {formatDate(text.updated_at)}
            </Badge>
          ) : (
            <Badge tone="idle" soft>
              As delivered
            </Badge>
          )
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
            <Button variant="accent" type="submit" busy={save.isPending} disabled={!form.isDirty()}>
              Save
            </Button>
          </>
        }
      />
      {failure !== null && (
        <Note tone="bad">
          {errorText(failure)}
          {isStale && ' Copy what you wrote, reload the page and put it in again.'}
        </Note>
      )}
      <FieldPair>
        <TextInput
          label={<CountedLabel label="Title" text={title} max={TITLE_MAX} />}
          maxLength={TITLE_MAX}
          {...form.getInputProps('title')}
        />
        <TextInput
          label={<CountedLabel label="Description for search engines" text={description} max={DESCRIPTION_MAX} />}
          maxLength={DESCRIPTION_MAX}
          {...form.getInputProps('description')}
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
            {...form.getInputProps('body')}
          />
        </div>
        <section className={cx(styles.preview, view !== 'preview' && styles.away)} aria-label="Preview">
          <span className={styles.previewLabel}>Preview</span>
          {!isSaved && preview.isError && (
            <Note tone="bad">The preview is not up to date. {errorText(preview.error)}</Note>
          )}
          <article className={styles.prose}>
            <p className={styles.proseTitle}>{title}</p>
            <TextBody html={isSaved ? text.html : (preview.data ?? text.html)} />
          </article>
        </section>
      </div>
    </form>
  );
}
