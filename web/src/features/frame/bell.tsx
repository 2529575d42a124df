import { IconBell } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { listNoticesOptions } from '~/api/queries';
import styles from './frame.module.css';

/** Between two looks while the page is seen, in milliseconds. */
const LOOK_MS = 60_000;
/** More than these are told as so many and more. */
const SHOWN_MAX = 99;

/** The way to the notices, with how many were not read. */
export function Bell() {
  const { data } = useQuery({
    ...listNoticesOptions({ query: { count: 1 } }),
    refetchInterval: LOOK_MS,
    select: (answer) => answer.unread_count,
  });
  const count = data ?? 0;
  const words = count === 0 ? 'Notices' : `Notices, ${count} not read`;
  return (
    <Link to="/account/notices" className={styles.bell} aria-label={words} title={words}>
      <IconBell size={18} stroke={1.6} aria-hidden />
      {count > 0 && <span aria-hidden>{count > SHOWN_MAX ? `${SHOWN_MAX}+` : count}</span>}
    </Link>
  );
}
