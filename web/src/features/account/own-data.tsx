import { IconDownload, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { FILES } from '~/api/files';
import type { User } from '~/api/sdk';
import { isStaff } from '~/lib/roles';
import { Button } from '~/ui/button';
import { toast } from '~/ui/toast';
import { useFile } from '../list/use-file';
import styles from './account.module.css';
import { Deletion } from './deletion';
import { OwnerOnly, Section, useIsActing } from './section';

/** All own data as a file, and the end of the account. */
export function OwnData({ user }: { user: User }) {
  const isActing = useIsActing();
  const [open, setOpen] = useState(false);
  const { busy, save } = useFile('The file was not made');
  const take = async () => {
    if (await save(FILES.account)) toast('Your data is in the downloads');
  };
  return (
    <Section id="data" title="Your data">
      {isActing ? (
        <OwnerOnly what="or take away its data" />
      ) : (
        <div className={styles.rows}>
          <div className={styles.line}>
            <div className={styles.lineText}>
              <span className={styles.lineName}>Take it with you</span>
              <span className={styles.lineMore}>
                Profile, campaigns, ads, sites, blocks, money and logins as one JSON file.
              </span>
            </div>
            <Button size="sm" busy={busy} onClick={() => void take()}>
              <IconDownload size={14} aria-hidden />
              Download
            </Button>
          </div>
          <div className={styles.line}>
            <div className={styles.lineText}>
              <span className={styles.lineName}>Delete the account</span>
              <span className={styles.lineMore}>
                {isStaff(user)
                  ? 'Accounts of staff are closed by the owner of the network.'
                  : 'Campaigns stop, blocks go empty, personal data is erased. Entries of money stay, without your name.'}
              </span>
            </div>
            {!isStaff(user) && !open && (
              <Button size="sm" variant="badline" onClick={() => setOpen(true)}>
                <IconTrash size={14} aria-hidden />
                Delete
              </Button>
            )}
          </div>
        </div>
      )}
      {open && <Deletion user={user} onClose={() => setOpen(false)} />}
    </Section>
  );
}
