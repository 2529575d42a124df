import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { checkModeratedBlockPageOptions, dataOf, getModeratedBlockCheckOptions } from '~/api/queries';
import { paths } from '~/lib/paths';
import { CheckView } from '../sites/check/check-view';
import { useLooking } from '../sites/check/looking';
import { moderatedBlocksQuery } from './api';

/** The check of a block by a moderator of its site. */
export function ModeratedCheckPage() {
  const { siteId, blockId } = useParams({ strict: false }) as { siteId: string; blockId: string };
  const { data: site } = useSuspenseQuery(moderatedBlocksQuery(siteId));
  const looking = useLooking();
  const path = { id: Number(blockId) };
  const counted = useQuery({ ...getModeratedBlockCheckOptions({ path }), select: dataOf, ...looking.live });
  const page = useQuery({
    ...checkModeratedBlockPageOptions({ path, body: { page: looking.asked } }),
    select: dataOf,
    ...looking.once,
  });
  return (
    <CheckView
      name={site.blocks.find(({ id }) => id === path.id)?.name ?? ''}
      domain={site.domain}
      crumbs={[{ label: 'Moderation', link: paths.moderatedSite(Number(siteId)) }, { label: site.site_name }]}
      looking={looking}
      counted={counted}
      page={page}
    />
  );
}
