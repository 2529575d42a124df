import { IconKey, IconPlus, IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { deleteApiTokenMutation } from '~/api/queries';
import type { ApiTokenResource } from '~/api/sdk';
import { formatAgo } from '~/lib/ago';
import { formatDate } from '~/lib/format';
import { Button } from '~/ui/button';
import { CodeLine } from '~/ui/code-line';
import { confirm } from '~/ui/confirm';
import { focusOn } from '~/ui/focus';
import { Badge, Tag } from '~/ui/marks';
import { Note } from '~/ui/note';
import { Empty, ErrorPanel } from '~/ui/states';
import { toast } from '~/ui/toast';
import styles from './account.module.css';
import { secondFactorQuery, tokensQuery } from './api';
import { OwnerOnly, RowsSkeleton, Section, useIsActing } from './section';
import { TokenForm } from './token-form';

/** A token is marked when it ends within this time, in milliseconds. */
const SOON_MS = 7 * 86_400_000;

/** Personal API tokens: made with scopes and an end, shown once, deleted. */
export function Tokens() {
  const client = useQueryClient();
  const isActing = useIsActing();
  const answer = useQuery({ ...tokensQuery, enabled: !isActing });
  const factor = useQuery({ ...secondFactorQuery, enabled: !isActing });
  const [making, setMaking] = useState(false);
  const [fresh, setFresh] = useState<{ name: string; token: string } | null>(null);
  const refresh = () => client.invalidateQueries({ queryKey: tokensQuery.queryKey });
  const { mutateAsync: remove } = useMutation(deleteApiTokenMutation());
  const tokens = answer.data?.data ?? [];
  const ask = (token: ApiTokenResource) =>
    confirm({
      title: `Delete the token “${token.name}”?`,
      body: 'Scripts that use it are refused from then on. It cannot be brought back.',
      action: 'Delete 1',
      icon: <IconTrash size={16} aria-hidden />,
      run: async () => {
        await remove({ path: { id: token.id } });
        toast('Token deleted', { detail: token.name });
      },
    });
  return (
    <Section
      id="tokens"
      title="API tokens"
      hint={
        <>
          For your own scripts. The calls are described in the{' '}
          <Link className="link" to="/apiDoc" target="_blank" rel="noreferrer">
            API reference
          </Link>
          .
        </>
      }
      actions={
        answer.data &&
        !isActing &&
        !making && (
          <Button
            size="tool"
            onClick={() => {
              setFresh(null);
              setMaking(true);
            }}
          >
            <IconPlus size={16} aria-hidden />
            New token
          </Button>
        )
      }
    >
      {fresh && (
        <div className={styles.panel}>
          <h3 ref={focusOn}>Your token “{fresh.name}”</h3>
          <Note tone="warn">Copy it now: it is shown this once, and nobody can look it up later.</Note>
          <CodeLine code={fresh.token} label="the token" />
          <div className={styles.actions}>
            <Button variant="ink" onClick={() => setFresh(null)}>
              I have copied it
            </Button>
          </div>
        </div>
      )}
      {making && answer.data && (
        <TokenForm
          scopes={answer.data.scopes}
          needsOtp={factor.data?.is_on ?? false}
          onClose={() => setMaking(false)}
          onMade={(made) => {
            setMaking(false);
            setFresh(made);
            void refresh();
          }}
        />
      )}
      {isActing ? (
        <OwnerOnly what="API tokens" />
      ) : answer.isPending ? (
        <RowsSkeleton rows={1} label="API tokens" />
      ) : answer.isError && !answer.data ? (
        <ErrorPanel title="The tokens did not load" of={answer} />
      ) : tokens.length === 0 ? (
        !making && (
          <Empty small title="No token yet">
            A token lets a script do what you may do here, within the scopes that you give it.
          </Empty>
        )
      ) : (
        <ul className={styles.rows} aria-label="API tokens">
          {tokens.map((token) => (
            <TokenLine key={token.id} token={token} onDelete={() => ask(token)} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function TokenLine({ token, onDelete }: { token: ApiTokenResource; onDelete(): void }) {
  const now = Date.now();
  const left = token.expires_at ? Date.parse(token.expires_at) - now : null;
  return (
    <li className={styles.line} style={{ alignItems: 'flex-start' }}>
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
    </li>
  );
}
