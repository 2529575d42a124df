/** What the statistics of pushes are: what rows can be grouped by, values to choose from, and the file. */
import { FILES } from '~/api/files';
import {
  listAdvertiserStatsFiltersCountriesOptions,
  listAdvertiserStatsFiltersWebmastersOptions,
  listPushAdChoicesOptions,
  listPushBlockChoicesOptions,
  listPushCampaignChoicesOptions,
  listPushDeviceTypesOptions,
} from '~/api/queries';
import type { Question } from './asking';
import { by, type Dimension } from './dimensions';
import { pushQuery } from './push-asking';

/** What rows can be grouped by. */
export const PUSH_DIMENSIONS: readonly Dimension[] = [
  by('campaign', 'campaigns'),
  by('ad', 'ads'),
  by('country', 'countries'),
  { ...by('device', 'device_types'), key: 'device_type' },
  by('block', 'blocks'),
  { ...by('webmaster', 'webmasters'), key: 'user' },
  by('date'),
  by('month'),
];

/** The rows of the first level as a file. */
export const pushFile = (question: Question) => FILES.pushStats(pushQuery({ ...question, page: 1, count: 0 }));

/** As many values as the push calls list. */
const CHOICES = 100;

/** What a filter asks with. */
type Asked = { query: { search?: string } };

/** Lists of values by the name that a dimension gives. */
export const PUSH_VALUES = {
  campaigns: ({ query: { search } }: Asked) =>
    listPushCampaignChoicesOptions({ query: { limit: CHOICES, ...(search ? { search } : {}) } }),
  ads: ({ query: { search } }: Asked) =>
    listPushAdChoicesOptions({ query: { limit: CHOICES, ...(search ? { search } : {}) } }),
  blocks: ({ query: { search } }: Asked) =>
    listPushBlockChoicesOptions({ query: { limit: CHOICES, ...(search ? { search } : {}) } }),
  device_types: () => listPushDeviceTypesOptions(),
  countries: listAdvertiserStatsFiltersCountriesOptions,
  webmasters: listAdvertiserStatsFiltersWebmastersOptions,
};
