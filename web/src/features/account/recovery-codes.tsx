import { CopyButton } from '@mantine/core';
import { IconCheck, IconCopy, IconDownload } from '@tabler/icons-react';
import { Button } from '~/ui/button';
import { focusOn } from '~/ui/focus';
import { Note } from '~/ui/note';
import styles from './account.module.css';
import { saveFile } from './api';

/** New recovery codes, shown this once: copy, download, done. */
export function RecoveryCodes({ codes, email, onDone }: { codes: readonly string[]; email: string; onDone(): void }) {
  const text = `Recovery codes of Placard for ${email}\nEach works once, in place of a code of the app.\n\n${codes.join('\n')}\n`;
  return (
    <div className={styles.panel}>
      <h3 ref={focusOn}>Keep your recovery codes</h3>
      <Note tone="warn">
        They are shown this once. Each works once, when your phone is lost. Keep them where the phone is not.
      </Note>
      <ul className={styles.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles.actions}>
        <CopyButton value={codes.join('\n')} timeout={2000}>
          {({ copied, copy }) => (
            <Button onClick={copy}>
              {copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
              {copied ? 'Copied' : 'Copy all'}
            </Button>
          )}
        </CopyButton>
        <Button onClick={() => saveFile(new Blob([text], { type: 'text/plain' }), 'placard-recovery-codes.txt')}>
          <IconDownload size={16} aria-hidden />
          Download
        </Button>
        <span className="grow" />
        <Button variant="ink" onClick={onDone}>
          I have kept them
        </Button>
      </div>
    </div>
  );
}
