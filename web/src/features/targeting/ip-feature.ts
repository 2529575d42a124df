import { useUser } from '~/app/queries';

/** Whether the user may target address ranges. */
export const useIpFeature = (): boolean => useUser()?.features.includes('ip_targeting') ?? false;
