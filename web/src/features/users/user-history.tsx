import { IconShieldX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { listAuditLogOptions } from '~/api/queries';
import type { AuditEntry } from '~/api/sdk';
import { formatDate } from '~/lib/format';
import { paths } from '~/lib/paths';
import { FormSection } from '~/ui/form';
import { Tag } from '~/ui/marks';
import { Empty, ErrorPanel, Skeleton } from '~/ui/states';
import { openAuditRow, useChangeWords } from '../audit/audit-row';
import { fieldName } from '../audit/change-words';
import { actionName, refusedCall, seatsOf } from '../audit/diff';
import { useUserName } from '../money/user-name';
import styles from './users.module.css';

/** Changes that a person's page shows; the log has all. */
const SHOWN = 8;

/** Who came first in a decision by two persons. */
function First({ id, did }: { id: number; did: string }) {
  return (
    <>
      {did} by {useUserName(id) ?? `user ${id}`},{' '}
    </>
  );
}

/** Who it was, and in whose name. */
function By({ row }: { row: AuditEntry }) {
  const seats = seatsOf(row);
  return (
    <p className="s12 t2">
      {seats && <First id={seats.first} did={seats.began} />}
      {seats && `${seats.ended} `}by {row.actor?.email ?? 'the system'}
      {row.acting_as ? (
        <>
          , <Tag>logged in as {row.acting_as.email}</Tag>
        </>
      ) : (
        row.actor && !seats && ', as themselves'
      )}
    </p>
  );
}

/** What was done, as a sentence that ends in who did it. */
function Sentence({ row }: { row: AuditEntry }) {
  const { changes, text } = useChangeWords(row);
  const [first, ...others] = row.before ? changes : [];
  const refused = refusedCall(row);
  if (refused) {
    return (
      <div className="grow">
        <p className="s13">
          <IconShieldX className={styles.refused} size={14} aria-hidden /> Tried to {refused.tried}; refused:{' '}
          {refused.why}
        </p>
        <By row={row} />
      </div>
    );
  }
  return (
    <div className="grow">
      <p className="s13">
        {actionName(row.action)}
        {row.name ? (
          <b className="b"> {row.name}</b>
        ) : (
          row.subject_id > 0 && <span className="mono t3"> {row.subject_id}</span>
        )}
        {first && (
          <>
            : {fieldName(first.name).toLowerCase()} from <span className="t2">{text(first, first.before)}</span> to{' '}
            <b className="b">{text(first, first.after)}</b>
            {others.length > 0 && <span className="t2">, and {others.length} more</span>}
          </>
        )}
      </p>
      <By row={row} />
    </div>
  );
}

/** What a person changed last, and what was decided on what is theirs, by day. */
export function UserHistory({ user }: { user: number }) {
  const { data, isError, error, refetch } = useQuery(listAuditLogOptions({ query: { user_id: user, page: 1 } }));
  const rows = (data?.data ?? []).slice(0, SHOWN);
  return (
    <FormSection
      id="history"
      title="History"
      actions={
        <Link {...paths.changesBy(user)} className="link s13">
          All {data?.pagination.total ?? ''}
        </Link>
      }
    >
      {isError && !data && <ErrorPanel title="The history did not load" error={error} onRetry={() => void refetch()} />}
      {!data && !isError && <Skeleton height={120} radius={8} />}
      {data && rows.length === 0 && (
        <Empty small title="No change yet">
          What they change, what staff change as them or decide on what is theirs, and what was refused appears here.
        </Empty>
      )}
      <ol className={styles.history}>
        {rows.map((row, at) => {
          const day = formatDate(row.at);
          return (
            <li key={row.id}>
              {(at === 0 || formatDate(rows[at - 1]?.at) !== day) && <p className="s12 t2">{day}, UTC</p>}
              <div className={styles.change}>
                <span className="num t3 s12">{row.at.slice(11, 16)}</span>
                <Sentence row={row} />
                {!refusedCall(row) && Boolean(row.before ?? row.after) && (
                  <button type="button" className="link s12" onClick={() => openAuditRow(row)}>
                    Before and after
                  </button>
                )}
              </div>
            </li>
          );
        })}
      </ol>
    </FormSection>
  );
}
