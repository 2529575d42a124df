import { IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react';
import type { BlockCheck, CheckedRequest } from '~/api/sdk';
import { CHECK_LIGHT_LABELS } from '~/api/words';
import { formatClock, plural } from '~/lib/format';
import { Button } from '~/ui/button';
import { choicesOf } from '~/ui/choices';
import { useNow } from '~/ui/use-now';
import styles from './check.module.css';
import { Lights } from './check-steps';
import { lightsText, lightWord, requestLights } from './lights';

/** How often ages are looked at, in milliseconds. */
const AGE_MS = 5_000;

/** What one request was and came to, in a line. */
function story({ ads, places, device, country, shown, viewed, clicked, why, fell }: CheckedRequest): string {
  const got = ads === 0 ? `No ad: ${why ?? 'none was found'}` : `${ads} of ${plural(places, 'ad')}`;
  const came = [shown && `${shown} drawn`, viewed && `${viewed} viewable`, clicked && `${clicked} clicked`];
  const where = fell.map(({ name, ads: count }) => `${count} fell at ${name}`);
  return [got, ...came, ...where, device, country].filter((part) => part).join(' · ');
}

/** The last requests, newest first: each with its seven lights. */
export function LiveRequests({
  check,
  domain,
  isLive,
  onLive,
}: {
  check: BlockCheck;
  domain: string;
  isLive: boolean;
  onLive(isLive: boolean): void;
}) {
  const now = useNow(AGE_MS);
  const pathOf = ({ page, is_on_site }: CheckedRequest) =>
    (is_on_site && page.startsWith(`${domain}/`) ? page.slice(domain.length) : page) || 'page not told';
  return (
    <section aria-labelledby="live">
      <div className={styles.head}>
        <h2 id="live">Live</h2>
        <Button size="sm" variant="ghost" onClick={() => onLive(!isLive)}>
          {isLive ? <IconPlayerStop size={14} aria-hidden /> : <IconPlayerPlay size={14} aria-hidden />}
          {isLive ? 'Stop' : 'Go on'}
        </Button>
      </div>
      <p className="s13 t2">
        {check.kept_until === null
          ? 'Too many checks are open: close another one, and requests are kept here.'
          : 'Reload your page and watch: each line is one request, each mark one step, from the first to the seventh.'}
      </p>
      <ul className={styles.views} aria-label="Requests">
        {check.requests.map((request) => {
          const lights = requestLights(request, now);
          return (
            <li key={request.number}>
              <span className="t3">{formatClock(request.at)}</span>
              <span className={styles.path}>{pathOf(request)}</span>
              <Lights small lights={lights} label={lightsText(lights)} />
              <span className={styles.more}>{story(request)}</span>
            </li>
          );
        })}
      </ul>
      <p className={styles.legend}>
        {choicesOf(CHECK_LIGHT_LABELS).map(({ value: light }) => (
          <span key={light}>
            <span className={styles.dots}>
              <i className={styles[light]} />
            </span>
            {lightWord(light)}
          </span>
        ))}
      </p>
    </section>
  );
}
