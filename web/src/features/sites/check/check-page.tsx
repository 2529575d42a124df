import { IconCode, IconEdit } from '@tabler/icons-react';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { checkBlockPageOptions, dataOf, getBlockCheckOptions } from '~/api/queries';
import { blockQuery } from '~/features/constructor/api';
import { crumbsOf } from '~/features/constructor/crumbs';
import { isPush, settingsOf } from '~/lib/block-settings';
import { Button, buttonClass } from '~/ui/button';
import { siteQuery } from '../api';
import { showCode } from '../block-code';
import { CheckView } from './check-view';
import { useLooking } from './looking';

/** The check of a block by its owner. */
export function BlockCheckPage() {
  const { siteId, blockId } = useParams({ strict: false }) as { siteId: string; blockId: string };
  const { data: site } = useSuspenseQuery(siteQuery(siteId));
  const { data: block } = useSuspenseQuery(blockQuery(blockId));
  const looking = useLooking();
  const path = { id: block.id };
  const counted = useQuery({ ...getBlockCheckOptions({ path }), select: dataOf, ...looking.live });
  const page = useQuery({
    ...checkBlockPageOptions({ path, body: { page: looking.asked } }),
    select: dataOf,
    ...looking.once,
  });
  return (
    <CheckView
      name={block.name}
      domain={site.domain}
      crumbs={crumbsOf(site)}
      looking={looking}
      counted={counted}
      page={page}
      actions={
        <>
          <Button onClick={() => showCode(block)}>
            <IconCode size={16} aria-hidden />
            Code
          </Button>
          <Link {...settingsOf(block)} className={buttonClass()}>
            <IconEdit size={16} aria-hidden />
            {isPush(block) ? 'Push settings' : 'Edit block'}
          </Link>
        </>
      }
    />
  );
}
