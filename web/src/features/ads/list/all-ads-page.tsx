import { ListPage } from '../../list/list-page';
import { ALL_ADS } from './ads-list';

/** Ads of all campaigns; many can be changed at once. */
export const AllAdsPage = () => <ListPage spec={ALL_ADS} create={null} />;
