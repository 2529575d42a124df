import { Popover } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { remoderateAdMutation } from '~/api/queries';
import type { Ad } from '~/api/sdk';
import { paths } from '~/lib/paths';
import { Button } from '~/ui/button';
import { type Change, calling } from '../list/change';
import { useChanges } from '../list/use-changes';
import styles from './ads.module.css';
import { ADS } from './api';

const SEND_AGAIN: Change<Ad> = {
  done: 'sent',
  each: calling(remoderateAdMutation, (ad: Ad) => ({ path: { group_id: ad.group_id, id: ad.id } })),
  told: () => ({ title: 'Sent to moderation again' }),
};

/** Why an ad was rejected, and what its owner can do. */
export function Reasons({ ad }: { ad: Ad }) {
  const { act } = useChanges(ADS);
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
            {ad.ban_reasons.map((reason) => (
              <li key={reason.id}>{reason.text}</li>
            ))}
          </ul>
          {ad.ban_comment && <blockquote>{ad.ban_comment}</blockquote>}
          <div className="row">
            <Link {...paths.mediaEdit(ad.campaign_id, ad.group_id, ad.id)} className="link">
              Edit it
            </Link>
            <Button size="sm" variant="ghost" onClick={() => act('Send again', SEND_AGAIN, [ad])}>
              Send again as it is
            </Button>
          </div>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
