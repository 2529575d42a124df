import { IconDeviceDesktop, IconDeviceMobile, IconLogout } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { deleteOtherSessionsMutation, deleteSessionMutation, make } from '~/api/queries';
import type { SessionResource } from '~/api/sdk';
import { formatAgo } from '~/lib/ago';
import { formatDate } from '~/lib/format';
import { Button } from '~/ui/button';
import { confirm } from '~/ui/confirm';
import { Badge } from '~/ui/marks';
import { ErrorPanel } from '~/ui/states';
import { toast, toastNotDone } from '~/ui/toast';
import styles from './account.module.css';
import { sessionsQuery } from './api';
import { deviceName } from './device-name';
import { OwnerOnly, RowsSkeleton, Section, useIsActing } from './section';

const PHONE = /android|ios|iphone|ipad|mobile/i;

/** Where one is logged in; each session can be ended. */
export function Sessions() {
  const client = useQueryClient();
  const isActing = useIsActing();
  const answer = useQuery({ ...sessionsQuery, enabled: !isActing });
  const { queryKey } = sessionsQuery;
  const end = useMutation({
    mutationFn: (row: SessionResource) => make(deleteSessionMutation, { path: { id: row.id } }, client),
    onMutate: async (row) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData(queryKey);
      client.setQueryData(queryKey, (now) => now && { data: now.data.filter((one) => one.id !== row.id) });
      return before;
    },
    onSuccess: (_answer, row) => toast('Session ended', { detail: deviceName(row) }),
    onError: (error, _row, before) => {
      client.setQueryData(queryKey, before);
      toastNotDone('The session', 'ended', error);
    },
  });
  const { mutateAsync: endOthers } = useMutation(deleteOtherSessionsMutation());
  const rows = [...(answer.data ?? [])].sort((a, b) => Number(b.is_current) - Number(a.is_current));
  const others = rows.filter((row) => !row.is_current).length;
  const now = Date.now();
  return (
    <Section
      id="sessions"
      title="Sessions"
      hint="Where you are logged in. End what you do not know, then change your password."
      actions={
        others > 0 && (
          <Button
            size="tool"
            onClick={() =>
              confirm({
                title: 'End all other sessions?',
                body: 'Whoever works there is logged out within seconds. This device stays logged in.',
                action: `End ${others}`,
                icon: <IconLogout size={16} aria-hidden />,
                run: async () => {
                  await endOthers({});
                  toast('All other sessions ended');
                },
              })
            }
          >
            End all others
          </Button>
        )
      }
    >
      {isActing ? (
        <OwnerOnly what="sessions" />
      ) : answer.isPending ? (
        <RowsSkeleton rows={2} label="sessions" />
      ) : answer.isError && !answer.data ? (
        <ErrorPanel title="The sessions did not load" of={answer} />
      ) : (
        <ul className={styles.rows} aria-label="Sessions">
          {rows.map((row) => {
            const name = deviceName(row);
            const Icon = PHONE.test(`${row.os} ${row.user_agent}`) ? IconDeviceMobile : IconDeviceDesktop;
            return (
              <li key={row.id} className={styles.line}>
                <span className={styles.lineIcon}>
                  <Icon size={18} stroke={1.6} aria-hidden />
                </span>
                <div className={styles.lineText}>
                  <span className={styles.lineName}>
                    {name}
                    {row.is_current && <Badge tone="ok">This device</Badge>}
                  </span>
                  <span className={styles.lineMore}>
                    <span className="mono">{row.address}</span>
                    <span>
                      {row.is_current ? 'In use now' : `Seen ${formatAgo(row.seen_at ?? row.created_at, now)}`}
                    </span>
                    <span>Since {formatDate(row.created_at)}</span>
                  </span>
                </div>
                {!row.is_current && (
                  <Button
                    size="sm"
                    aria-label={`End the session: ${name}, ${row.address}`}
                    onClick={() => end.mutate(row)}
                  >
                    End
                  </Button>
                )}
              </li>
            );
          })}
        </ul>
      )}
    </Section>
  );
}
