import { CABINET_ROLE_LABELS } from '~/api/words';
import type { Cabinet } from './roles';

/** What cabinets are called: beside their rules, which pages for visitors load as well. */
export const CABINETS: Readonly<Record<Cabinet, { full: string; short: string }>> = {
  advertiser: { full: CABINET_ROLE_LABELS.advertiser, short: 'Adv' },
  webmaster: { full: CABINET_ROLE_LABELS.webmaster, short: 'Web' },
  admin: { full: 'Back office', short: 'Office' },
};
