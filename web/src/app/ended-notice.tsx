import { IconInfoCircle, IconX } from '@tabler/icons-react';
import { Button } from '~/ui/button';
import { forgetEnded, useEnded } from './ended';
import styles from './ended-notice.module.css';

/** Says on any page why the session is over. It stays until closed or until the next login, and needs no widgets. */
export function EndedNotice() {
  const ended = useEnded();
  return (
    <div role="status" className={styles.place}>
      {ended && (
        <div className={styles.notice}>
          <IconInfoCircle size={20} stroke={1.6} aria-hidden />
          <div className="grow">
            <p className={styles.title}>{ended.title}</p>
            {ended.detail && <p className="t2">{ended.detail}</p>}
          </div>
          <Button variant="ghost" size="sm" icon aria-label="Close" onClick={forgetEnded}>
            <IconX size={16} aria-hidden />
          </Button>
        </div>
      )}
    </div>
  );
}
