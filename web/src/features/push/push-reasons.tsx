import { Popover } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { remoderatePushAdMutation } from '~/api/queries';
import type { PushAd } from '~/api/sdk';
import { paths } from '~/lib/paths';
import { Button } from '~/ui/button';
import styles from '../ads/ads.module.css';
import { byUuid } from '../campaigns/api';
import type { Change } from '../list/change';
import { useChanges } from '../list/use-changes';
import { PUSH_ADS } from './api';

const SEND_AGAIN: Change<PushAd> = {
  done: 'sent',
  each: byUuid(remoderatePushAdMutation),
  told: () => ({ title: 'Sent to moderation again' }),
};

/** Why a push ad was rejected, and what its owner can do. */
export function PushReasons({ ad }: { ad: PushAd }) {
  const { act, isPending } = useChanges(PUSH_ADS);
  return (
    <Popover position="bottom-start" withinPortal trapFocus>
      <Popover.Target>
        <button type="button" className={styles.why}>
          why<span className="vh"> “{ad.title}” was rejected</span>?
        </button>
      </Popover.Target>
      <Popover.Dropdown p={0}>
        <div className={styles.reasons}>
          <b className="b">Moderation rejected it</b>
          <ul>
            {ad.reasons.map((reason) => (
              <li key={reason.id}>{reason.text}</li>
            ))}
          </ul>
          {ad.comment && <blockquote>{ad.comment}</blockquote>}
          <div className="row">
            <Link {...paths.pushMediaEdit(ad.campaign_uuid, ad.uuid)} className="link">
              Edit it
            </Link>
            <Button size="sm" variant="ghost" busy={isPending} onClick={() => act('Send again', SEND_AGAIN, [ad])}>
              Send again as it is
            </Button>
          </div>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
