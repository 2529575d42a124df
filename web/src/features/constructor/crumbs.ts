import type { Site } from '~/api/types';
import { paths } from '~/lib/paths';
import type { Crumb } from '../frame/page-head';

/** The steps above the pages of a site's blocks. */
export const crumbsOf = (site: Site): Crumb[] => [
  { label: 'Sites', link: { to: '/webmaster/sites' } },
  { label: site.name, link: paths.site(site.id) },
  { label: 'Blocks', link: paths.blocks(site.id) },
];
