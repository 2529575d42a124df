import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { dataOf, estimateAdGroupReachOptions, estimateCampaignReachOptions } from '~/api/queries';
import type { ReachEstimate, ReachForm } from '~/api/sdk';
import { BidGuide } from './bid-guide';

/** Between the last change of an audience and the question. */
const PAUSE_MS = 400;

/** An estimate, in sentences. */
function Estimate({ data, isError }: { data: ReachEstimate | undefined; isError: boolean }) {
  if (!data) return <span role="status">{isError ? 'It cannot be estimated just now.' : 'Counting…'}</span>;
  return (
    <span role="status">
      {data.text} <BidGuide bids={data.bids} />
    </span>
  );
}

/** How many shows a day an audience could have had, and what its clicks cost. */
export function Reach({ audience }: { audience: ReachForm }) {
  const [asked] = useDebouncedValue(audience, PAUSE_MS);
  const { data, isError } = useQuery({
    ...estimateCampaignReachOptions({ body: asked }),
    select: dataOf,
    placeholderData: keepPreviousData,
  });
  return <Estimate data={data} isError={isError} />;
}

/** The same of what a group is for, in what its ads can be shown in. */
export function GroupReach({ group }: { group: number }) {
  const { data, isError } = useQuery({
    ...estimateAdGroupReachOptions({ path: { id: group }, query: {} }),
    select: dataOf,
  });
  return <Estimate data={data} isError={isError} />;
}
