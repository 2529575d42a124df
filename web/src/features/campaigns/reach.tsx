import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { dataOf, estimateCampaignReachOptions } from '~/api/queries';
import type { ReachForm } from '~/api/sdk';

/** Between the last change of an audience and the question. */
const PAUSE_MS = 400;

/** How many shows a day an audience could have had, in a sentence. */
export function Reach({ audience }: { audience: ReachForm }) {
  const [asked] = useDebouncedValue(audience, PAUSE_MS);
  const { data, isError } = useQuery({
    ...estimateCampaignReachOptions({ body: asked }),
    select: dataOf,
    placeholderData: keepPreviousData,
  });
  return <span role="status">{data ? data.text : isError ? 'It cannot be estimated just now.' : 'Counting…'}</span>;
}
