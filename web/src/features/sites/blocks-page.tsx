import { IconPlus } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { paths } from '~/lib/paths';
import { buttonClass } from '~/ui/button';
import { PageHead } from '../frame/page-head';
import { siteQuery } from './api';
import { BlocksList } from './blocks-list';

/** The blocks of one site. */
export function BlocksPage() {
  const { siteId } = useParams({ strict: false }) as { siteId: string };
  const { data: site } = useSuspenseQuery(siteQuery(siteId));
  return (
    <>
      <PageHead
        crumbs={[
          { label: 'Sites', link: { to: '/webmaster/sites' } },
          { label: site.name, link: { to: '/webmaster/sites/$siteId', params: { siteId } } },
        ]}
        actions={
          <Link {...paths.blockCreate(site.id)} className={buttonClass({ variant: 'accent' })}>
            <IconPlus size={16} aria-hidden />
            New block
          </Link>
        }
      />
      <BlocksList site={site} />
    </>
  );
}
