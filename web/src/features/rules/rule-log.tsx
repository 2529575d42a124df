import {
  IconAdjustmentsHorizontal,
  IconArrowBackUp,
  IconBan,
  IconBell,
  IconDownload,
  IconHelpCircle,
  IconPlayerPause,
} from '@tabler/icons-react';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { saveFile } from '~/api/download';
import {
  approveRuleActionMutation,
  declineRuleActionMutation,
  listRuleActionsOptions,
  undoRuleActionMutation,
} from '~/api/queries';
import type { Rule, RuleAction } from '~/api/sdk';
import { RuleActionKind, RuleActionState } from '~/api/words';
import { useUnit } from '~/app/queries';
import { formatClock, formatDay, formatTime } from '~/lib/format';
import { dayOf } from '~/lib/period';
import { Button } from '~/ui/button';
import { OneField } from '~/ui/choices';
import { cx } from '~/ui/classes';
import { Pager } from '~/ui/pager';
import { ErrorPanel, Skeleton } from '~/ui/states';
import { toast, toastNotDone } from '~/ui/toast';
import { tellSaved } from '../list/list-file';
import { allActions, logFile } from './rule-files';
import { didWords } from './rule-words';
import styles from './rules.module.css';

/** Between two looks, in milliseconds. */
const LOOK_MS = 15_000;
/** Entries of a page. */
const ROWS = 20;

/** What rules did and ask for, by day, each with the way back. */
export function RuleLog({ rules }: { rules: readonly Rule[] }) {
  const [of, setOf] = useState('');
  const [page, setPage] = useState(1);
  const unit = useUnit();
  const file = useMutation({
    mutationFn: (rule: number | undefined, { client }) => allActions(client, rule),
    onSuccess: ({ entries, total }, rule) => {
      saveFile(new Blob([logFile(entries, unit)], { type: 'text/csv' }), `rule-actions-${dayOf(Date.now())}.csv`);
      tellSaved(entries.length, total, ['entry', 'entries'], rule === undefined ? 'Choose a rule for fewer.' : '');
    },
    onError: (error) => toastNotDone('The file', 'made', error),
  });
  const query = { page, count: ROWS, ...(of === '' ? {} : { rule_id: Number(of) }) };
  const answer = useQuery({
    ...listRuleActionsOptions({ query }),
    refetchInterval: LOOK_MS,
    placeholderData: keepPreviousData,
  });
  const entries = answer.data?.data;
  const days = new Map<string, RuleAction[]>();
  for (const entry of entries ?? []) {
    const day = entry.at.slice(0, 10);
    days.set(day, [...(days.get(day) ?? []), entry]);
  }
  return (
    <section aria-labelledby="rules-did">
      <div className={styles.logHead}>
        <h2 id="rules-did">What rules did</h2>
        <span className="row">
          <OneField
            className={styles.ofRule}
            aria-label="Of which rule"
            empty="All rules"
            clear="All rules"
            data={rules.map((rule) => ({ value: String(rule.id), label: rule.name }))}
            value={of || null}
            onChange={(rule) => {
              setOf(rule ?? '');
              setPage(1);
            }}
          />
          {entries && entries.length > 0 && (
            <Button
              size="tool"
              aria-label="CSV of what rules did"
              busy={file.isPending}
              onClick={() => file.mutate(of === '' ? undefined : Number(of))}
            >
              <IconDownload size={14} stroke={2} aria-hidden />
              CSV
            </Button>
          )}
        </span>
      </div>
      {answer.isError && !entries ? (
        <ErrorPanel title="The log did not load" error={answer.error} onRetry={() => void answer.refetch()} />
      ) : !entries || !answer.data ? (
        <div className="stack" aria-busy>
          <Skeleton height={48} />
          <Skeleton height={48} />
        </div>
      ) : entries.length === 0 ? (
        <p className="s13 t2">Nothing so far. What rules do and why stands here, and can be taken back.</p>
      ) : (
        <>
          {[...days].map(([day, of]) => (
            <div key={day}>
              <h3 className={styles.day}>{formatDay(day)}</h3>
              <ul className={styles.entries}>
                {of.map((entry) => (
                  <Entry key={entry.id} entry={entry} />
                ))}
              </ul>
            </div>
          ))}
          <p className="s12 t2">Undo brings back what was before, also days later.</p>
          {answer.data.pagination.last_page > 1 && (
            <Pager
              page={page}
              lastPage={answer.data.pagination.last_page}
              perPage={answer.data.pagination.per_page}
              total={answer.data.pagination.total}
              onPage={setPage}
            />
          )}
        </>
      )}
    </section>
  );
}

function Mark({ entry }: { entry: RuleAction }) {
  if (entry.state_id === RuleActionState.Asked) return <IconHelpCircle size={16} className="warn" aria-hidden />;
  if (entry.kind_id === RuleActionKind.Block) return <IconBan size={16} className="bad" aria-hidden />;
  if (entry.kind_id === RuleActionKind.Pause) return <IconPlayerPause size={16} aria-hidden />;
  if (entry.kind_id === RuleActionKind.Tell) return <IconBell size={16} aria-hidden />;
  return <IconAdjustmentsHorizontal size={16} className="info" aria-hidden />;
}

function Entry({ entry }: { entry: RuleAction }) {
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
    <li className={cx(styles.entry, isGone && styles.gone)}>
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
            <IconArrowBackUp size={14} aria-hidden />{' '}
            {entry.state_id === RuleActionState.Undone ? 'Undone' : 'Declined'}, {formatTime(entry.decided_at)}
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
    </li>
  );
}
