import {
  IconAdjustmentsHorizontal,
  IconArrowBackUp,
  IconBan,
  IconBell,
  IconHelpCircle,
  IconPlayerPause,
} from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { approveRuleActionMutation, declineRuleActionMutation, undoRuleActionMutation } from '~/api/queries';
import type { RuleAction } from '~/api/sdk';
import { RULE_ACTION_STATE_LABELS, RuleActionKind, RuleActionState } from '~/api/words';
import { useUnit } from '~/app/queries';
import { formatClock, formatTime } from '~/lib/format';
import { Button } from '~/ui/button';
import { cx } from '~/ui/classes';
import { toast, toastNotDone } from '~/ui/toast';
import { didWords } from './rule-words';
import styles from './rules.module.css';

function Mark({ entry }: { entry: RuleAction }) {
  if (entry.state_id === RuleActionState.Asked) return <IconHelpCircle size={16} className="warn" aria-hidden />;
  if (entry.kind_id === RuleActionKind.Block) return <IconBan size={16} className="bad" aria-hidden />;
  if (entry.kind_id === RuleActionKind.Pause) return <IconPlayerPause size={16} aria-hidden />;
  if (entry.kind_id === RuleActionKind.Tell) return <IconBell size={16} aria-hidden />;
  return <IconAdjustmentsHorizontal size={16} className="info" aria-hidden />;
}

/** What a rule did or asks for, why, and the way back. */
export function RuleEntry({ entry }: { entry: RuleAction }) {
  const unit = useUnit();
  const path = { id: entry.id };
  const undo = useMutation({
    ...undoRuleActionMutation(),
    onSuccess: () => toast('Taken back', { detail: `${entry.subject_name} is as it was before.` }),
    onError: (error) => toastNotDone('It', 'taken back', error),
  });
  const yes = useMutation({
    ...approveRuleActionMutation(),
    onSuccess: () => toast('Done', { detail: entry.subject_name }),
    onError: (error) => toastNotDone('It', 'done', error),
  });
  const no = useMutation({
    ...declineRuleActionMutation(),
    onError: (error) => toastNotDone('It', 'declined', error),
  });
  const busy = undo.isPending || yes.isPending || no.isPending;
  const { before, after } = didWords(entry, unit);
  const isGone = entry.state_id === RuleActionState.Undone || entry.state_id === RuleActionState.Declined;
  const isElsewhere = entry.subject_id !== entry.campaign_id || entry.subject_name !== entry.campaign_name;
  return (
    <div className={cx(styles.entry, isGone && styles.gone)}>
      <Mark entry={entry} />
      <div className={styles.what}>
        <p>
          {before} <b>{entry.subject_name}</b>
          {after}
          {isElsewhere && ` in ${entry.campaign_name}`}
        </p>
        <span className="s12 t2">{entry.why}</span>
        <span className="s12 t2">
          {formatClock(entry.at)} UTC, {entry.rule_name}
        </span>
        {isGone && entry.decided_at && (
          <span className="s12">
            <IconArrowBackUp size={14} aria-hidden /> {RULE_ACTION_STATE_LABELS[entry.state_id]},{' '}
            {formatTime(entry.decided_at)}
          </span>
        )}
      </div>
      {entry.state_id === RuleActionState.Asked ? (
        <div className={styles.answers}>
          <Button size="sm" variant="ink" disabled={busy} onClick={() => yes.mutate({ path })}>
            {entry.kind_id === RuleActionKind.Block ? 'Block' : 'Pause'}
            <span className="vh"> {entry.subject_name}</span>
          </Button>
          <Button size="sm" variant="ghost" disabled={busy} onClick={() => no.mutate({ path })}>
            No<span className="vh">, leave {entry.subject_name} alone</span>
          </Button>
        </div>
      ) : (
        entry.can_undo && (
          <Button size="sm" disabled={busy} onClick={() => undo.mutate({ path })}>
            <IconArrowBackUp size={14} aria-hidden />
            Undo<span className="vh"> of {entry.subject_name}</span>
          </Button>
        )
      )}
    </div>
  );
}
