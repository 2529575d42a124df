import { useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { paths } from '~/lib/paths';
import { PageHead } from '../frame/page-head';
import { siteQuery } from './api';
import { SiteForm } from './site-form';

const SITES = { label: 'Sites', link: { to: '/webmaster/sites' } } as const;

/** A new site. */
export function SiteCreatePage() {
  return (
    <>
      <PageHead crumbs={[SITES]} />
      <SiteForm />
    </>
  );
}

/** The site of the address. */
export function SiteEditPage() {
  const { siteId } = useParams({ from: '/_cabinet/webmaster/sites/$siteId/edit' });
  const { data: site } = useSuspenseQuery(siteQuery(siteId));
  return (
    <>
      <PageHead crumbs={[SITES, { label: site.name, link: paths.site(siteId) }]} />
      <SiteForm key={site.id} site={site} />
    </>
  );
}
