import type { SiteSettings } from '~/api/sdk';
import { CAMPAIGN_FORM_LIMITS } from '~/api/words';

/** The least and the highest daily or total limit, in dollars. */
export type LimitBounds = { min: number; max: number };

/** Those that the network's settings say; while they are on their way, what any settings may. */
export const limitBounds = (site: SiteSettings | undefined): LimitBounds =>
  site ? { min: site.minimum_limit, max: site.maximum_limit } : CAMPAIGN_FORM_LIMITS.daily_money_limit;
