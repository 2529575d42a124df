import { useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { PageHead } from '../frame/page-head';
import { type FiguresOf, ThingFigures } from '../statistics/thing-figures';
import { HoldSite } from './hold-site';
import { networkSiteQuery } from './sites';

const CRUMBS = [{ label: 'Back office' }, { label: 'Sites', link: { to: '/admin/sites' } }] as const;

const FIGURES: FiguresOf = {
  label: 'This site',
  tiles: ['money_web', 'margin_money', 'clicks_count', 'confirmed_shows_count', 'ctr'],
  things: { group: 'block', label: 'Blocks' },
  columns: ['shows_count', 'clicks_count', 'invalid_clicks_count', 'ctr', 'money_web', 'margin_money'],
};

/** Somebody's site, as staff see it: what they may do with it, and what it brings. */
export function NetworkSitePage() {
  const { siteId } = useParams({ strict: false });
  const { data: site } = useSuspenseQuery(networkSiteQuery(Number(siteId)));
  return (
    <>
      <PageHead title={site.domain || site.name} crumbs={CRUMBS} />
      <HoldSite id={site.id} />
      <ThingFigures by="site" id={site.id} of={FIGURES} />
    </>
  );
}
