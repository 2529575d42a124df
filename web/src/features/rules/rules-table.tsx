import { IconAlertTriangle, IconPlayerPlay, IconSquare } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { startRuleMutation, stopRuleMutation } from '~/api/queries';
import type { Rule } from '~/api/sdk';
import { useUnit } from '~/app/queries';
import { formatNumber, formatTime, plural } from '~/lib/format';
import { cx } from '~/ui/classes';
import { Switch } from '~/ui/controls';
import { Badge } from '~/ui/marks';
import { toastNotDone } from '~/ui/toast';
import { didWords, sentence } from './rule-words';
import styles from './rules.module.css';

/** What a rule is at: it waits for its owner, runs, or is off. */
export function RuleState({ rule, soft = false }: { rule: Rule; soft?: boolean }) {
  if (rule.asked_count > 0) {
    return (
      <Badge tone="warn" soft={soft} icon={<IconAlertTriangle size={14} aria-hidden />}>
        Waits for you
      </Badge>
    );
  }
  return rule.is_on ? (
    <Badge tone="ok" soft={soft} icon={<IconPlayerPlay size={14} aria-hidden />}>
      On
    </Badge>
  ) : (
    <Badge tone="idle" soft={soft} icon={<IconSquare size={14} aria-hidden />}>
      Off
    </Badge>
  );
}

/** The rules, each with its state and its last action. */
export function RulesTable({
  rules,
  chosen,
  onOpen,
}: {
  rules: readonly Rule[];
  chosen: Rule | undefined;
  onOpen(rule: string): void;
}) {
  const unit = useUnit();
  const told = { onError: (error: unknown) => toastNotDone('The rule', 'switched', error) };
  const start = useMutation({ ...startRuleMutation(), ...told });
  const stop = useMutation({ ...stopRuleMutation(), ...told });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a place that scrolls is reached by the keyboard
    <section className={styles.scroll} id="rules" tabIndex={0} aria-label="Rules">
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Rule</th>
            <th scope="col">State</th>
            <th scope="col">Scope</th>
            <th scope="col">Last action</th>
            <th scope="col" className={styles.num}>
              Acted, 7 days
            </th>
          </tr>
        </thead>
        <tbody>
          {rules.map((rule) => (
            <tr key={rule.id} className={cx(rule.id === chosen?.id && styles.chosen)}>
              <th scope="row">
                <span className="row">
                  <Switch
                    aria-label={`${rule.name} runs`}
                    checked={rule.is_on}
                    disabled={start.isPending || stop.isPending}
                    onChange={() => (rule.is_on ? stop : start).mutate({ path: { id: rule.id } })}
                  />
                  <button
                    type="button"
                    className={styles.name}
                    aria-expanded={rule.id === chosen?.id}
                    title={sentence(rule, unit)}
                    onClick={() => onOpen(String(rule.id))}
                  >
                    {rule.name}
                  </button>
                </span>
              </th>
              <td>
                <RuleState rule={rule} />
              </td>
              <td className="t2 nw">
                {rule.campaigns && rule.campaigns.length > 0
                  ? plural(rule.campaigns.length, 'campaign')
                  : 'All campaigns'}
              </td>
              <td className={styles.last}>
                <LastAction rule={rule} />
              </td>
              <td className={styles.num}>{formatNumber(rule.acted_count)}</td>
            </tr>
          ))}
          {rules.length === 0 && (
            <tr>
              <td colSpan={5} className="t2">
                No rule is here.
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </section>
  );
}

function LastAction({ rule }: { rule: Rule }) {
  const unit = useUnit();
  const last = rule.last_action;
  if (!last) return <span className="t3">{rule.last_run_at ? 'Nothing to do so far' : 'Not run yet'}</span>;
  const { before, after } = didWords(last, unit);
  return (
    <span className="ell" title={last.why}>
      {formatTime(last.at)}: {before.charAt(0).toLowerCase()}
      {before.slice(1)} {last.subject_name}
      {after}
    </span>
  );
}
