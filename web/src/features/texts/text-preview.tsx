import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { errorText } from '~/api/problem';
import type { EditableText } from '~/api/sdk';
import { cx } from '~/ui/classes';
import { Note } from '~/ui/note';
import { TextBody } from '../public/text-body';
import { previewQuery } from './api';
import styles from './texts.module.css';

/** The preview follows after this pause in typing, in milliseconds. */
const PREVIEW_PAUSE_MS = 300;

/** What the public page will show of what is typed. */
export function TextPreview({
  text,
  title,
  body,
  isAway,
}: {
  text: EditableText;
  title: string;
  body: string;
  /** Where there is room for one of the two only, the editor is on the screen. */
  isAway: boolean;
}) {
  const [draft] = useDebouncedValue(body, PREVIEW_PAUSE_MS);
  const isSaved = draft === text.body;
  const preview = useQuery({ ...previewQuery(draft), enabled: !isSaved });
  return (
    <section className={cx(styles.preview, isAway && styles.away)} aria-label="Preview">
      <span className={styles.previewLabel}>Preview</span>
      {!isSaved && preview.isError && <Note tone="bad">The preview is not up to date. {errorText(preview.error)}</Note>}
      <article className={styles.prose}>
        <p className={styles.proseTitle}>{title}</p>
        <TextBody html={isSaved ? text.html : (preview.data ?? text.html)} />
      </article>
    </section>
  );
}
