import { IconLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Switch } from '~/ui/controls';
import { Badge } from '~/ui/marks';
import { ErrorPanel, Skeleton } from '~/ui/states';
import { toastNotDone } from '~/ui/toast';
import styles from './account.module.css';
import type { AccountNotice, Channel } from './api';
import { noticesQuery, useSaveNotices } from './api';
import { Section } from './section';

/** Where a notice comes, in words. */
const CHANNELS: readonly { channel: Channel; label: string }[] = [
  { channel: 'is_in_list', label: 'In the list' },
  { channel: 'is_by_mail', label: 'By mail' },
];

/** A kind of notice with a switch for each place where it comes. */
function Choice({ notice, onFlip }: { notice: AccountNotice; onFlip(channel: Channel, on: boolean): void }) {
  return (
    <tr>
      <th scope="row">{notice.label}</th>
      {notice.is_required ? (
        <td colSpan={CHANNELS.length}>
          <Badge tone="idle" icon={<IconLock size={14} aria-hidden />}>
            Always sent
          </Badge>
        </td>
      ) : (
        CHANNELS.map(({ channel, label }) => (
          <td key={channel}>
            <label className={styles.choice}>
              <span className="vh">
                {notice.label}: {label.toLowerCase()}
              </span>
              <Switch plain checked={notice[channel]} onChange={(event) => onFlip(channel, event.target.checked)} />
            </label>
          </td>
        ))
      )}
    </tr>
  );
}

/** Which notices one gets, and where. Those about security always come. */
export function Notices() {
  const answer = useQuery(noticesQuery);
  const save = useSaveNotices((error) => toastNotDone('The choice', 'saved', error));
  const notices = answer.data ?? [];
  return (
    <Section
      id="notices"
      title="Notices"
      hint={
        <>
          What comes to the{' '}
          <Link to="/account/notices" className="link">
            list under the bell
          </Link>
          , and what we mail you. What is about the safety of your account cannot be switched off.
        </>
      }
    >
      {answer.isPending ? (
        <div className={styles.rows} aria-busy>
          {[44, 58, 36, 50].map((width) => (
            <div key={width} className={styles.line}>
              <Skeleton width={`${width}%`} height={12} />
              <span className="grow" />
              <Skeleton width={30} height={18} radius={9} />
              <Skeleton width={30} height={18} radius={9} />
            </div>
          ))}
        </div>
      ) : answer.isError && !answer.data ? (
        <ErrorPanel title="The notices did not load" of={answer} />
      ) : (
        <table className={styles.choices} aria-label="Kinds of notices">
          <thead>
            <tr>
              <th scope="col">
                <span className="vh">Kind</span>
              </th>
              {CHANNELS.map(({ channel, label }) => (
                <th key={channel} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {[...notices]
              .sort((a, b) => Number(a.is_required) - Number(b.is_required))
              .map((notice) => (
                <Choice
                  key={notice.kind}
                  notice={notice}
                  onFlip={(channel, on) => save.mutate({ kind: notice.kind, channel, on })}
                />
              ))}
          </tbody>
        </table>
      )}
    </Section>
  );
}
