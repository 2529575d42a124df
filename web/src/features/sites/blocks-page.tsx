import { IconPlus } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { AppLink } from '~/app/app-link';
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
        title="Blocks"
        crumbs={[
          { label: 'Sites', link: { to: '/webmaster/sites' } },
          { label: site.name, link: { to: '/webmaster/sites/$siteId', params: { siteId } } },
        ]}
        actions={
          <AppLink href={paths.blockCreate(site.id)} className={buttonClass({ variant: 'accent' })}>
            <IconPlus size={16} aria-hidden />
            New block
          </AppLink>
        }
      />
      <BlocksList site={site} />
    </>
  );
}
