import { StatisticsPage } from './statistics-page';

/** Statistics of the advertiser's cabinet. */
export const AdvertiserStatistics = () => <StatisticsPage side="advertiser" />;

/** Statistics of the webmaster's cabinet. */
export const WebmasterStatistics = () => <StatisticsPage side="webmaster" />;

/** Statistics of the network, for staff. */
export const NetworkStatistics = () => <StatisticsPage side="network" />;
