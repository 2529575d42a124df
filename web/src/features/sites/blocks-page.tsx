import { useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useMemo } from 'react';
import { paths } from '~/lib/paths';
import { ListPage } from '../list/list-page';
import { siteQuery } from './api';
import { blocksList } from './blocks-list';

/** The blocks of one site. */
export function BlocksPage() {
  const { siteId } = useParams({ strict: false }) as { siteId: string };
  const { data: site } = useSuspenseQuery(siteQuery(siteId));
  const spec = useMemo(() => blocksList(site.id), [site.id]);
  return (
    <ListPage
      spec={spec}
      crumbs={[
        { label: 'Sites', link: { to: '/webmaster/sites' } },
        { label: site.name, link: paths.site(siteId) },
      ]}
    />
  );
}
