import { Textarea } from '@mantine/core';
import { Button } from '~/ui/button';
import { Kbd } from '~/ui/marks';
import { Note } from '~/ui/note';
import styles from './moderation.module.css';
import { Verdicts } from './queue-parts';
import type { useCommented } from './use-commented';

/** The comment to the owner, usual reasons for it, and the two buttons. */
export function CommentedDecision({
  decision: { box, comment, put, because, reasons, max, may, isMissing, act },
}: Pick<ReturnType<typeof useCommented>, 'decision'>) {
  return (
    <aside className={styles.decide} aria-label="Decision">
      <h2>Decision</h2>
      <Textarea
        ref={box}
        label="Comment to the owner"
        description="Needed to reject; an approval sends none"
        autosize
        minRows={3}
        maxRows={8}
        maxLength={max}
        value={comment}
        onChange={(event) => put(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') event.currentTarget.blur();
        }}
      />
      <fieldset className={styles.because}>
        <legend className="s12 t2">Or reject, because</legend>
        {reasons.map(([name, text], index) => (
          <Button key={name} size="sm" title={text} onClick={() => because(text)}>
            <Kbd>{index + 1}</Kbd>
            {name}
          </Button>
        ))}
      </fieldset>
      {isMissing && <Note tone="bad">Say why: the owner must know what to mend.</Note>}
      <Verdicts may={may} onReject={() => act('reject')} onApprove={() => act('approve')} keys={KEYS} />
    </aside>
  );
}

/** Keys that stand on no button. */
const KEYS = [
  ['S', 'Skip'],
  ['Z', 'Take the last one back'],
  ['/', 'Comment'],
] as const;
