import { IconBell, IconChartHistogram } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { buttonClass } from '~/ui/button';
import { Forecast } from './forecast';
import { IncomePanels } from './income-panels';
import { StatisticsPage } from './statistics-page';

/** Statistics of the advertiser's cabinet. */
export const AdvertiserStatistics = () => (
  <StatisticsPage
    side="advertiser"
    actions={
      <Link to="/advertiser/statistics/push" className={buttonClass()}>
        <IconBell size={16} aria-hidden />
        Push
      </Link>
    }
  />
);

/** Statistics of the webmaster's cabinet, with where the month goes and what brings it there. */
export const WebmasterStatistics = () => (
  <StatisticsPage side="webmaster" above={<Forecast />} below={<IncomePanels />} />
);

/** Statistics of the network, for staff. */
export const NetworkStatistics = () => <StatisticsPage side="network" />;

/** Statistics of the advertiser's push campaigns. */
export const PushStatistics = () => (
  <StatisticsPage
    side="push"
    actions={
      <Link to="/advertiser/statistics" className={buttonClass()}>
        <IconChartHistogram size={16} aria-hidden />
        All campaigns
      </Link>
    }
  />
);
