import { Link } from '@tanstack/react-router';
import { remoderatePushAdMutation } from '~/api/queries';
import type { PushAd } from '~/api/sdk';
import { paths } from '~/lib/paths';
import { SEND_AGAIN, WhyRejected } from '../../ads/rejected/why-rejected';
import { byUuid } from '../../campaigns/api';
import type { Change } from '../../list/change';
import { useChanges } from '../../list/use-changes';
import { PUSH_ADS } from '../api';

const SEND: Change<PushAd> = { ...SEND_AGAIN, each: byUuid(remoderatePushAdMutation) };

/** Why a push ad was rejected, and what its owner can do. */
export function PushReasons({ ad }: { ad: PushAd }) {
  const { act, isPending } = useChanges(PUSH_ADS);
  return (
    <WhyRejected
      ad={ad}
      title={ad.title}
      reasons={ad.reasons}
      comment={ad.comment}
      edit={
        <Link {...paths.pushMediaEdit(ad.campaign_uuid, ad.uuid)} className="link">
          Edit it
        </Link>
      }
      busy={isPending}
      onSend={(after) => act('Send again', SEND, [ad], ({ done }) => after(done.length > 0))}
    />
  );
}
