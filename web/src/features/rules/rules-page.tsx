import { IconDownload, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { saveFile } from '~/api/download';
import { listRulesOptions } from '~/api/queries';
import type { Rule } from '~/api/sdk';
import { useUnit } from '~/app/queries';
import { formatTime } from '~/lib/format';
import { dayOf } from '~/lib/period';
import { Button } from '~/ui/button';
import { Tabs } from '~/ui/controls';
import { Empty, ErrorPanel, Skeleton } from '~/ui/states';
import { PageHead } from '../frame/page-head';
import { RuleEditor } from './rule-editor';
import { rulesFile } from './rule-files';
import { RuleLog } from './rule-log';
import styles from './rules.module.css';
import { RulesTable } from './rules-table';

const route = getRouteApi('/_cabinet/advertiser/rules');

/** Between two looks at what rules did, in milliseconds. */
const LOOK_MS = 30_000;

/** The tabs, and which rules stand under them. */
const TABS: readonly { value: 'all' | 'on' | 'waits' | 'off'; label: string; has(rule: Rule): boolean }[] = [
  { value: 'all', label: 'All', has: () => true },
  { value: 'on', label: 'On', has: (rule) => rule.is_on },
  { value: 'waits', label: 'Waits for you', has: (rule) => rule.asked_count > 0 },
  { value: 'off', label: 'Off', has: (rule) => !rule.is_on },
];

/** Rules of the account: what they say, what they would have done, what they did. */
export function RulesPage() {
  const { tab = 'all', rule: chosen } = route.useSearch();
  const navigate = route.useNavigate();
  const unit = useUnit();
  const answer = useQuery({ ...listRulesOptions(), refetchInterval: LOOK_MS });
  const rules = answer.data?.data;
  const shown = rules?.filter((rule) => TABS.find((one) => one.value === tab)?.has(rule));
  const editing = chosen === 'new' ? 'new' : rules?.find((rule) => String(rule.id) === chosen);
  const open = (rule: string | undefined) =>
    void navigate({ search: (before) => ({ ...before, rule }), replace: rule === undefined });
  return (
    <>
      <PageHead
        actions={
          <>
            {answer.data && rules?.some((rule) => rule.is_on) && (
              <span className="s13 t2">Next run {formatTime(answer.data.next_run_at)} UTC</span>
            )}
            {shown && shown.length > 0 && (
              <Button
                aria-label="CSV of the rules"
                onClick={() =>
                  saveFile(new Blob([rulesFile(shown, unit)], { type: 'text/csv' }), `rules-${dayOf(Date.now())}.csv`)
                }
              >
                <IconDownload size={16} aria-hidden />
                CSV
              </Button>
            )}
            <Button variant="accent" onClick={() => open('new')}>
              <IconPlus size={16} aria-hidden />
              New rule
            </Button>
          </>
        }
      />
      {answer.isError && !rules ? (
        <ErrorPanel title="The rules did not load" error={answer.error} onRetry={() => void answer.refetch()} />
      ) : !rules || !shown ? (
        <div className="stack" aria-busy>
          <Skeleton height={36} />
          <Skeleton height={36} />
          <Skeleton height={36} />
        </div>
      ) : rules.length === 0 && !editing ? (
        <Empty
          first
          title="Your first rule goes here"
          actions={
            <Button variant="accent" onClick={() => open('new')}>
              <IconPlus size={16} aria-hidden />
              New rule
            </Button>
          }
        >
          A rule watches your campaigns every hour and does what you say: blocks a site that spends and brings nothing,
          pauses a tired ad, raises the limit of a good day. Try it on past days before you switch it on.
        </Empty>
      ) : (
        <>
          {rules.length > 0 && (
            <>
              <Tabs
                label="Rules"
                value={tab}
                controls="rules"
                options={TABS.map(({ value, label, has }) => ({ value, label, count: rules.filter(has).length }))}
                onChange={(value) => void navigate({ search: (before) => ({ ...before, tab: value }), replace: true })}
              />
              <RulesTable rules={shown} chosen={editing === 'new' ? undefined : editing} onOpen={open} />
            </>
          )}
          <div className={styles.two}>
            {editing ? (
              <RuleEditor
                key={editing === 'new' ? 'new' : editing.id}
                rule={editing === 'new' ? undefined : editing}
                onClose={() => open(undefined)}
                onMade={(rule) => open(String(rule.id))}
              />
            ) : (
              <p className={styles.hint}>
                Choose a rule to read it as a sentence, to change it, and to see what it would have done on past days.
              </p>
            )}
            <RuleLog rules={rules} />
          </div>
        </>
      )}
    </>
  );
}
