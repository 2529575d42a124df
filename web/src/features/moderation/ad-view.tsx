import { IconExternalLink, IconLock } from '@tabler/icons-react';
import { MEDIA_KIND_LABELS } from '~/api/words';
import { useUnit, useUser } from '~/app/queries';
import { formatPrice } from '~/lib/format';
import { countryName, languageName } from '~/lib/names';
import { formatNames } from '~/lib/statuses';
import { buttonClass } from '~/ui/button';
import { cx } from '~/ui/classes';
import { Badge, Kbd } from '~/ui/marks';
import { Note } from '~/ui/note';
import { LinkLook } from '../ads/landing/link-look';
import { NotificationCard } from '../push/notification/notification-card';
import type { WaitingAd } from './api';
import styles from './moderation.module.css';
import { ChangedNote, GoneNote } from './notes';
import type { Lock } from './use-lock';

/** Who owns an ad. */
export function ownerName(ad: WaitingAd): string {
  return ad.advertiser.name || ad.advertiser.email;
}

function bidText(ad: WaitingAd, unit: 'dollar' | 'cent'): string {
  if (typeof ad.one_bid_for_all_geo === 'number') return formatPrice(ad.one_bid_for_all_geo, unit);
  const bids = ad.bids.map((bid) => bid.bid);
  if (bids.length === 0) return '–';
  const [low, high] = [Math.min(...bids), Math.max(...bids)];
  return low === high ? formatPrice(low, unit) : `${formatPrice(low, unit)} to ${formatPrice(high, unit)}`;
}

function landingHost(url: string): string {
  try {
    return new URL(url).host;
  } catch {
    return url;
  }
}

/** The buttons of a notification, with the pages that they open. */
function Buttons({ push }: { push: NonNullable<WaitingAd['push']> }) {
  if (push.buttons.length === 0) return null;
  return (
    <ul className={styles.buttons} aria-label="Buttons">
      {push.buttons.map((button) => (
        <li key={`${button.action} ${button.title}`}>
          <Badge tone="idle" soft>
            {button.title}
          </Badge>
          <span className="s13 t2">{buttonDoes(button)}</span>
        </li>
      ))}
    </ul>
  );
}

function buttonDoes({ action, url }: NonNullable<WaitingAd['push']>['buttons'][number]): string {
  if (action === 'close') return 'closes the notification';
  return url ? `opens ${url}` : 'opens the landing page';
}

interface AdViewProps {
  ad: WaitingAd;
  /** The same as the list has it, in which the last look at its landing page is younger. */
  listed: WaitingAd | undefined;
  lock: Lock;
  place: string;
  /** How to go on from an ad that has left the queue. */
  onLeave: (() => void) | undefined;
}

/** An ad as it stands, with whose it is now. */
export function AdView({ ad, listed, lock, place, onLeave }: AdViewProps) {
  const unit = useUnit();
  const square = ad.media_contents.find((media) => media.kind === 'square');
  const wide = ad.media_contents.find((media) => media.kind === 'horizontal');
  const countries = ad.countries;
  const opener = (listed ?? ad).locked_by;
  const me = useUser();
  return (
    <article className={styles.ad} aria-label={`Ad ${ad.id}`}>
      <div className="row between wrap">
        <div className="row">
          {lock.state === 'mine' || lock.state === 'looking' ? (
            <Badge tone="info" soft icon={<IconLock size={14} aria-hidden />}>
              Locked by you
            </Badge>
          ) : (
            <Badge tone="idle" soft icon={<IconLock size={14} aria-hidden />}>
              {lock.state === 'refused' || onLeave ? 'Not yours' : 'Not locked yet'}
            </Badge>
          )}
          <span className="mono t3">{ad.id}</span>
          <span className="s13 t2">{place}</span>
        </div>
        <span className="s13 t2">{ownerName(ad)}</span>
      </div>
      {ad.is_check && <Note tone="info">It runs already, because its owner is trusted: this is the later look.</Note>}
      {onLeave && <GoneNote onLeave={onLeave} />}
      {lock.state === 'refused' && (
        <Note tone="warn" alert>
          {lock.isConflict && opener && opener.id !== me?.id
            ? `${opener.email} has this ad open. It is free again when they decide or leave it.`
            : lock.why}
        </Note>
      )}
      {'changed' in lock && lock.changed && <ChangedNote />}
      <div className={styles.pictures}>
        {square && (
          <figure>
            <img src={square.url} alt={ad.push ? 'The icon' : 'The square version'} />
            <figcaption>
              {ad.push ? 'Icon' : MEDIA_KIND_LABELS.square}, {square.width} × {square.height}
            </figcaption>
          </figure>
        )}
        {wide && (
          <figure>
            <img src={wide.url} alt={ad.push ? 'The large picture' : 'The wide version'} />
            <figcaption>
              {ad.push ? 'Large picture' : MEDIA_KIND_LABELS.horizontal}, {wide.width} × {wide.height}
            </figcaption>
          </figure>
        )}
      </div>
      <div className="stack" style={{ gap: 6 }}>
        <h2 className={styles.title}>{ad.title}</h2>
        {ad.short_description && <p className={styles.text}>{ad.short_description}</p>}
        {ad.full_text && <p className={styles.text}>{ad.full_text}</p>}
      </div>
      {ad.push && (
        <div className={styles.notifications}>
          {(['android', 'windows'] as const).map((system) => (
            <NotificationCard
              key={system}
              system={system}
              notification={{
                title: ad.title,
                body: ad.short_description,
                icon: square?.url ?? null,
                image: wide?.url ?? null,
                buttons: ad.push?.buttons.map(({ title }) => title) ?? [],
              }}
            />
          ))}
        </div>
      )}
      {ad.push && <Buttons push={ad.push} />}
      <dl className={styles.meta}>
        {ad.campaign_name && (
          <div>
            <dt>Campaign</dt>
            <dd>{ad.campaign_name}</dd>
          </div>
        )}
        <div>
          <dt>Formats</dt>
          <dd>{formatNames(ad.supported_block_format_types)}</dd>
        </div>
        <div>
          <dt>Bid</dt>
          <dd className="num">{bidText(ad, unit)}</dd>
        </div>
        {ad.push && (
          <div>
            <dt>Language</dt>
            <dd>{languageName(ad.push.language_code)}</dd>
          </div>
        )}
        {ad.brand && (
          <div>
            <dt>Brand</dt>
            <dd>{ad.brand}</dd>
          </div>
        )}
        {countries.length > 0 && (
          <div>
            <dt>Geo</dt>
            <dd>{countries.length <= 4 ? countries.map(countryName).join(', ') : `${countries.length} countries`}</dd>
          </div>
        )}
      </dl>
      <section className={styles.landing} aria-label="Landing page">
        <div className="row between wrap">
          <h3>Landing page</h3>
          <a
            id="landing"
            className={buttonClass({ variant: 'ghost', size: 'sm' })}
            href={ad.original_url}
            target="_blank"
            rel="noreferrer noopener nofollow"
          >
            <IconExternalLink size={14} aria-hidden />
            Open {landingHost(ad.original_url)}
            <Kbd>L</Kbd>
          </a>
        </div>
        <p className={cx(styles.url, 'mono')}>{ad.original_url}</p>
        <LinkLook ad={listed?.original_url === ad.original_url ? listed : ad} as="moderator" />
      </section>
    </article>
  );
}
