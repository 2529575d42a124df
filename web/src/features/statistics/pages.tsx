import { Forecast } from './forecast';
import { IncomePanels } from './income-panels';
import { StatisticsPage } from './statistics-page';

/** Statistics of the advertiser's cabinet. */
export const AdvertiserStatistics = () => <StatisticsPage side="advertiser" />;

/** Statistics of the webmaster's cabinet, with where the month goes and what brings it there. */
export const WebmasterStatistics = () => (
  <StatisticsPage side="webmaster" above={<Forecast />} below={<IncomePanels />} />
);

/** Statistics of the network, for staff. */
export const NetworkStatistics = () => <StatisticsPage side="network" />;
