import type { QueryClient } from '@tanstack/react-query';
import { campaignQuery, groupQuery } from '../campaigns/api';

/** Loads what stands above the ads of an address: its campaign and its group. */
export const adParents = ({
  context: { queryClient },
  params,
}: {
  context: { queryClient: QueryClient };
  params: { campaignId: string; groupId: string };
}) =>
  Promise.all([
    queryClient.ensureQueryData(campaignQuery(params.campaignId)),
    queryClient.ensureQueryData(groupQuery(params.groupId)),
  ]);
