import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { dataOf, estimateCampaignReachOptions } from '~/api/queries';
import type { ReachForm } from '~/api/sdk';
import { BidGuide } from './bid-guide';

/** Between the last change of an audience and the question. */
const PAUSE_MS = 400;

/** How many shows a day an audience could have had, and what its clicks cost, in sentences. */
export function Reach({ audience }: { audience: ReachForm }) {
  const [asked] = useDebouncedValue(audience, PAUSE_MS);
  const { data, isError } = useQuery({
    ...estimateCampaignReachOptions({ body: asked }),
    select: dataOf,
    placeholderData: keepPreviousData,
  });
  if (!data) return <span role="status">{isError ? 'It cannot be estimated just now.' : 'Counting…'}</span>;
  return (
    <span role="status">
      {data.text} <BidGuide bids={data.bids} />
    </span>
  );
}
