import { IconKey, IconTrash } from '@tabler/icons-react';
import type { ApiTokenResource } from '~/api/sdk';
import { formatAgo } from '~/lib/ago';
import { formatDate } from '~/lib/format';
import { Button } from '~/ui/button';
import { Badge, Tag } from '~/ui/marks';
import styles from './account.module.css';

/** A token is marked when it ends within this time, in milliseconds. */
const SOON_MS = 7 * 86_400_000;

/** A token by its name, what it may do and how long it holds. */
export function TokenLine({ token, onDelete }: { token: ApiTokenResource; onDelete(): void }) {
  const now = Date.now();
  const left = token.expires_at ? Date.parse(token.expires_at) - now : null;
  return (
    <div className={styles.line} style={{ alignItems: 'flex-start' }}>
      <span className={styles.lineIcon}>
        <IconKey size={18} stroke={1.6} aria-hidden />
      </span>
      <div className={styles.lineText}>
        <span className={styles.lineName}>
          {token.name}
          <span className="mono t3">{token.prefix}…</span>
          {left !== null && left <= 0 && <Badge tone="bad">Expired</Badge>}
          {left !== null && left > 0 && left < SOON_MS && <Badge tone="warn">Expires soon</Badge>}
        </span>
        <span className="row wrap" style={{ gap: 4 }}>
          {token.scopes.map((scope) => (
            <Tag key={scope}>{scope}</Tag>
          ))}
        </span>
        <span className={styles.lineMore}>
          <span>{token.last_used_at ? `Used ${formatAgo(token.last_used_at, now)}` : 'Never used'}</span>
          <span>Made {formatDate(token.created_at)}</span>
          <span>{token.expires_at ? `Holds until ${formatDate(token.expires_at)}` : 'Never expires'}</span>
        </span>
      </div>
      <Button size="sm" icon variant="ghost" aria-label={`Delete the token ${token.name}`} onClick={onDelete}>
        <IconTrash size={16} stroke={1.75} aria-hidden />
      </Button>
    </div>
  );
}
