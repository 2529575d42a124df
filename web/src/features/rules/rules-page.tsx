import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useCallback } from 'react';
import { saveFile } from '~/api/download';
import { listRulesOptions } from '~/api/queries';
import { useUnit } from '~/app/queries';
import { formatTime } from '~/lib/format';
import { dayOf } from '~/lib/period';
import { Button } from '~/ui/button';
import { PageHead } from '../frame/page-head';
import { MainLink } from '../list/empty-place';
import { useShowAll } from '../list/use-show-all';
import { RuleEditor } from './rule-editor';
import { rulesFile } from './rule-files';
import { RuleLog } from './rule-log';
import styles from './rules.module.css';
import { NEW_RULE, RULES, RULES_LOOK_MS } from './rules-list';
import { RulesList } from './rules-part';

const route = getRouteApi('/_cabinet/advertiser/rules');

/** Rules of the account: what they say, what they would have done, what they did. */
export function RulesPage() {
  const { rule: chosen } = route.useSearch();
  const navigate = route.useNavigate();
  const unit = useUnit();
  const { data } = useQuery({ ...listRulesOptions(), refetchInterval: RULES_LOOK_MS });
  const rules = data?.data;
  const editing = chosen === 'new' ? 'new' : rules?.find((rule) => String(rule.id) === chosen);
  const isFirst = rules?.length === 0;
  const showAll = useShowAll(RULES);
  const open = useCallback(
    (rule: number | undefined) =>
      void navigate({
        search: (before) => ({ ...before, rule: rule === undefined ? undefined : String(rule) }),
        replace: rule === undefined,
      }),
    [navigate],
  );
  return (
    <>
      <PageHead
        actions={
          <>
            {data && rules?.some((rule) => rule.is_on) && (
              <span className="s13 t2">Next run {formatTime(data.next_run_at)} UTC</span>
            )}
            {rules && rules.length > 0 && (
              <Button
                aria-label="CSV of the rules"
                onClick={() =>
                  saveFile(new Blob([rulesFile(rules, unit)], { type: 'text/csv' }), `rules-${dayOf(Date.now())}.csv`)
                }
              >
                <IconDownload size={16} aria-hidden />
                CSV
              </Button>
            )}
            <MainLink {...NEW_RULE} />
          </>
        }
      />
      {!(isFirst && editing) && <RulesList chosen={editing === 'new' ? undefined : editing?.id} onOpen={open} />}
      {rules && (editing || !isFirst) && (
        <div className={styles.two}>
          {editing ? (
            <RuleEditor
              key={editing === 'new' ? 'new' : editing.id}
              rule={editing === 'new' ? undefined : editing}
              onClose={() => open(undefined)}
              onMade={({ id }) => showAll({ rule: String(id) })}
            />
          ) : (
            <p className={styles.hint}>
              Choose a rule to read it as a sentence, to change it, and to see what it would have done on past days.
            </p>
          )}
          <RuleLog rules={rules} />
        </div>
      )}
    </>
  );
}
