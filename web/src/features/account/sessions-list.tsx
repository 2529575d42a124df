import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import { deleteSessionMutation, listSessionsOptions } from '~/api/queries';
import type { SessionResource } from '~/api/sdk';
import { formatAgo } from '~/lib/ago';
import { formatDate } from '~/lib/format';
import { Button } from '~/ui/button';
import { Badge } from '~/ui/marks';
import { byId, type Change } from '../list/change';
import { wholeOf } from '../list/locally';
import type { ListSpec } from '../list/spec';
import styles from './account.module.css';
import { deviceName } from './device-name';

const PHONE = /android|ios|iphone|ipad|mobile/i;

const END: Change<SessionResource> = {
  done: 'ended',
  each: byId(deleteSessionMutation),
  gone: true,
  told: (row) => ({ detail: deviceName(row) }),
};

/** Where one is logged in, this device first. */
export const SESSIONS: ListSpec<SessionResource> = {
  name: 'sessions',
  noun: ['session', 'sessions'],
  rowName: deviceName,
  told: ['listSessions'],
  whole: true,
  shapes: 2,
  rows: wholeOf(listSessionsOptions, ({ data }) =>
    data.toSorted((a, b) => Number(b.is_current) - Number(a.is_current)),
  ),
  card: (row, act) => <SessionLine row={row} onEnd={() => act('End', END, [row])} />,
  first: { title: 'No session', text: 'Where you are logged in stands here.', small: true },
};

function SessionLine({ row, onEnd }: { row: SessionResource; onEnd(): void }) {
  const name = deviceName(row);
  const Icon = PHONE.test(`${row.os} ${row.user_agent}`) ? IconDeviceMobile : IconDeviceDesktop;
  return (
    <div className={styles.line}>
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
          <span>{row.is_current ? 'In use now' : `Seen ${formatAgo(row.seen_at ?? row.created_at, Date.now())}`}</span>
          <span>Since {formatDate(row.created_at)}</span>
        </span>
      </div>
      {!row.is_current && (
        <Button
          size="sm"
          aria-label={`End the session: ${name}, ${row.address}`}
          // The line goes at once, and the next one comes under the pointer: of a double click the rest is not meant for it.
          onClick={({ detail }) => detail > 1 || onEnd()}
        >
          End
        </Button>
      )}
    </div>
  );
}
