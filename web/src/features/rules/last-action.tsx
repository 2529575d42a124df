import type { Rule } from '~/api/sdk';
import { useUnit } from '~/app/queries';
import { formatTime } from '~/lib/format';
import { didWords } from './rule-words';
import styles from './rules.module.css';

/** What a rule did last. */
export function LastAction({ rule }: { rule: Rule }) {
  const unit = useUnit();
  const last = rule.last_action;
  if (!last) return <span className="t3">{rule.last_run_at ? 'Nothing to do so far' : 'Not run yet'}</span>;
  const { before, after } = didWords(last, unit);
  const words = `${formatTime(last.at)}: ${before.charAt(0).toLowerCase()}${before.slice(1)} ${last.subject_name}${after}`;
  return (
    <span className={styles.last} title={`${words}. ${last.why}`}>
      {words}
    </span>
  );
}
