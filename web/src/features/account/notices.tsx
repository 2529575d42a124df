import { IconLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { NoticeName } from '~/api/sdk';
import { Switch } from '~/ui/controls';
import { Badge } from '~/ui/marks';
import { ErrorPanel, Skeleton } from '~/ui/states';
import { toastNotDone } from '~/ui/toast';
import styles from './account.module.css';
import { noticesQuery, useSaveNotices } from './api';
import { Section } from './section';

/** Which mail one gets. Mail about security is always sent. */
export function Notices() {
  const answer = useQuery(noticesQuery);
  const save = useSaveNotices((error) => toastNotDone('The choice', 'saved', error));
  const notices = answer.data ?? [];
  const flip = (kind: string, on: boolean) => {
    const off = notices.filter((one) => !one.is_required && !(one.kind === kind ? on : one.is_on));
    save.mutate({ body: { off: off.map((one) => one.kind as NoticeName) } });
  };
  return (
    <Section id="notices" title="Notices" hint="Which mail we send you.">
      {answer.isPending ? (
        <div className={styles.rows} aria-busy>
          {[44, 58, 36, 50].map((width) => (
            <div key={width} className={styles.line}>
              <Skeleton width={30} height={18} radius={9} />
              <Skeleton width={`${width}%`} height={12} />
            </div>
          ))}
        </div>
      ) : answer.isError && !answer.data ? (
        <ErrorPanel title="The notices did not load" error={answer.error} onRetry={() => void answer.refetch()} />
      ) : (
        <ul className={styles.rows} aria-label="Kinds of mail">
          {[...notices]
            .sort((a, b) => Number(a.is_required) - Number(b.is_required))
            .map((notice) => (
              <li key={notice.kind} className={styles.line}>
                <label className={styles.switchLine}>
                  <Switch
                    plain
                    checked={notice.is_on || notice.is_required}
                    disabled={notice.is_required}
                    onChange={(event) => flip(notice.kind, event.target.checked)}
                  />
                  {notice.label}
                </label>
                {notice.is_required && (
                  <Badge tone="idle" icon={<IconLock size={14} aria-hidden />}>
                    Always sent
                  </Badge>
                )}
              </li>
            ))}
        </ul>
      )}
    </Section>
  );
}
