import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { errorText } from '~/api/problem';
import { dataOf, getSystemStateOptions, listAuditRunsOptions } from '~/api/queries';
import { formatDate, plural } from '~/lib/format';
import { WATCHED_MS } from '~/lib/watched';
import { Note } from '~/ui/note';
import { Skeleton } from '~/ui/states';

const toSystem = (
  <Link to="/admin/system" className="link">
    System
  </Link>
);

/** When the books last added up; nothing while that is not known. What an audit found is among the conditions of the server. */
function Books() {
  const audits = useQuery({ ...listAuditRunsOptions(), select: dataOf, refetchInterval: WATCHED_MS });
  const last = audits.data?.[0];
  if (!audits.data || (last && last.differences > 0)) return null;
  return (
    <>{last ? `The books added up in the audit of ${formatDate(last.date)}.` : 'No audit of the books has run yet.'}</>
  );
}

/** Whether the server is well and the books add up, for whoever runs the network. */
export function Health() {
  const system = useQuery({ ...getSystemStateOptions(), select: dataOf, refetchInterval: WATCHED_MS });
  if (system.isError) {
    return (
      <Note tone="warn">
        Whether the server is well is not known. {errorText(system.error)} {toSystem}
      </Note>
    );
  }
  if (!system.data) return <Skeleton width={320} height={20} />;
  const wrong = system.data.conditions.filter(({ severity }) => severity !== 'notice');
  if (wrong.length === 0) {
    return (
      <p className="s13 t2">
        Nothing is wrong with the server. <Books />
      </p>
    );
  }
  return (
    <Note tone={wrong.some(({ severity }) => severity === 'critical') ? 'bad' : 'warn'}>
      {plural(wrong.length, 'thing is', 'things are')} wrong: {wrong.map(({ text }) => text).join('; ')}. {toSystem}
    </Note>
  );
}
