import { IconUserBolt } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { endActing, useActing } from '~/app/acting';
import { useUser } from '~/app/queries';
import styles from './acting-bar.module.css';

/** Across every page of a tab in which a member of staff acts as somebody else: who, as whom, and the way out. */
export function ActingBar() {
  const user = useUser();
  const acting = useActing();
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    const root = document.documentElement;
    root.dataset.acting = '';
    return () => {
      delete root.dataset.acting;
    };
  }, []);
  return (
    <section className={styles.bar} aria-label="Acting as somebody else">
      <IconUserBolt size={18} stroke={1.75} aria-hidden />
      <p className={styles.words}>
        <span>{acting?.email ?? 'You'} </span>
        <span>
          acting as <b>{user?.email ?? '…'}</b>
        </span>
        <span className={styles.more}>What you do is logged under both names.</span>
      </p>
      <button
        type="button"
        className={styles.end}
        disabled={busy}
        onClick={() => {
          setBusy(true);
          void endActing().finally(() => setBusy(false));
        }}
      >
        End
      </button>
    </section>
  );
}
