import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { dataOf, estimatePushReachOptions } from '~/api/queries';
import type { PushReachForm } from '~/api/sdk';
import { formatNumber, plural } from '~/lib/format';

/** Between the last change of an audience and the question. */
const PAUSE_MS = 400;

/** How many subscribers an audience has, and how many of them can get a notification today. */
export function PushReach({ audience }: { audience: PushReachForm }) {
  const [asked] = useDebouncedValue(audience, PAUSE_MS);
  const { data, isError } = useQuery({
    ...estimatePushReachOptions({ body: asked }),
    select: dataOf,
    placeholderData: keepPreviousData,
  });
  if (!data) return <span role="status">{isError ? 'It cannot be counted just now.' : 'Counting…'}</span>;
  return (
    <span role="status">
      {data.is_estimate && 'About '}
      {plural(data.subscribers, 'subscriber')}
      {data.subscribers > 0 && `, ${formatNumber(data.due_today)} due today`}
    </span>
  );
}
