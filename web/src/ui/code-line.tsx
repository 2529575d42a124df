import { CopyButton } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { Button } from './button';
import styles from './code-line.module.css';

/** Code to take away. */
export function CodeLine({ code, label }: { code: string; label: string }) {
  return (
    <div className={styles.code}>
      <code>{code}</code>
      <CopyButton value={code} timeout={2000}>
        {({ copied, copy }) => (
          <Button size="sm" icon aria-label={copied ? 'Copied' : `Copy ${label}`} onClick={copy}>
            {copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
          </Button>
        )}
      </CopyButton>
    </div>
  );
}
