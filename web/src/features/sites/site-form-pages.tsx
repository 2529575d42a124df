import { useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { PageHead } from '../frame/page-head';
import { siteQuery } from './api';
import { SiteForm } from './site-form';

const SITES = { label: 'Sites', link: { to: '/webmaster/sites' } } as const;

/** A new site. */
export function SiteCreatePage() {
  return (
    <>
      <PageHead title="New site" crumbs={[SITES]} />
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
      <PageHead
        title="Edit the site"
        crumbs={[SITES, { label: site.name, link: { to: '/webmaster/sites/$siteId', params: { siteId } as never } }]}
      />
      <SiteForm key={site.version} site={site} />
    </>
  );
}
