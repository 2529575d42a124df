import { Link } from '@tanstack/react-router';
import { remoderateAdMutation } from '~/api/queries';
import type { Ad } from '~/api/sdk';
import { paths } from '~/lib/paths';
import { type Change, calling } from '../../list/change';
import { useChanges } from '../../list/use-changes';
import { ADS } from '../api';
import { SEND_AGAIN, WhyRejected } from './why-rejected';

const SEND: Change<Ad> = {
  ...SEND_AGAIN,
  each: calling(remoderateAdMutation, (ad: Ad) => ({ path: { group_id: ad.group_id, id: ad.id } })),
};

/** Why an ad was rejected, and what its owner can do. */
export function Reasons({ ad }: { ad: Ad }) {
  const { act, isPending } = useChanges(ADS);
  return (
    <WhyRejected
      ad={ad}
      title={ad.title}
      reasons={ad.ban_reasons}
      comment={ad.ban_comment}
      edit={
        <Link {...paths.mediaEdit(ad.campaign_id, ad.group_id, ad.id)} className="link">
          Edit it
        </Link>
      }
      busy={isPending}
      onSend={(after) => act('Send again', SEND, [ad], ({ done }) => after(done.length > 0))}
    />
  );
}
