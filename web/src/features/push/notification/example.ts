import { exampleAds } from '../../preview/examples';
import type { Notification } from './notification';

/** A notification of an invented advertiser: another one for each `turn`. */
export function exampleNotification(turn = 0): Notification {
  const [ad] = exampleAds(1, turn);
  return {
    title: ad?.title ?? '',
    body: ad?.description ?? '',
    icon: ad?.square ?? null,
    image: ad?.horizontal ?? null,
    buttons: ['Open', 'Close'],
  };
}
