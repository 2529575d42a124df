import { CopyButton } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useId } from 'react';
import type { ReferralSummary } from '~/api/sdk';
import { useUnit } from '~/app/queries';
import { formatMoney, formatNumber, plural } from '~/lib/format';
import { Button } from '~/ui/button';
import { useSite } from '../public/site';
import styles from './referrals.module.css';

/** Decimals of the parts of a click. */
const DECIMALS = 3;

/** What becomes of a dollar: the site's part, the network's, and that of who brought somebody. */
function Split({ percent }: { percent: number }) {
  const unit = useUnit();
  const share = useSite()?.webmaster_share_percent;
  if (share === undefined) return null;
  const part = 1 - share / 100;
  const yours = (part * percent) / 100;
  const parts = [
    { key: 'site', label: 'The webmaster’s part, untouched', of: share / 100 },
    { key: 'network', label: 'The network keeps', of: part - yours },
    { key: 'you', label: `You, ${formatNumber(percent)} % of the network’s part`, of: yours },
  ];
  return (
    <div className={styles.split}>
      <p className="s13 t2">
        Of a click that costs <b>{formatMoney(1, unit)}</b>, where nothing else was agreed
      </p>
      <div className={styles.bar} aria-hidden="true">
        {parts.map(({ key, of }) => (
          <i key={key} data-part={key} style={{ flexGrow: of * 100 }} />
        ))}
      </div>
      <dl className={styles.parts}>
        {parts.map(({ key, label, of }) => (
          <div key={key}>
            <dt>
              <i data-part={key} aria-hidden="true" />
              {label}
            </dt>
            <dd>{formatMoney(of, unit, DECIMALS)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** The link to send on, what it pays, and for how long. */
export function LinkPanel({ summary: { link, percent, months, cookie_days } }: { summary: ReferralSummary }) {
  const id = useId();
  return (
    <section className={styles.top} aria-label="Your link">
      <div className={styles.main}>
        <p className={styles.say}>
          You get <b>{formatNumber(percent)} % of the network’s part</b> of everything a person you brought earns or
          spends, for <b>{plural(months, 'month')}</b> from their sign-up. It costs them nothing.
        </p>
        <label className="s13 b" htmlFor={id}>
          Your link
        </label>
        <div className={styles.link}>
          <input id={id} value={link} readOnly onFocus={(event) => event.target.select()} />
          <CopyButton value={link} timeout={2000}>
            {({ copied, copy }) => (
              <Button variant="accent" size="lg" onClick={copy}>
                {copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
                {copied ? 'Copied' : 'Copy link'}
              </Button>
            )}
          </CopyButton>
        </div>
        <p className="s12 t3">
          Its end, from the question mark on, works behind any address of this site. It is remembered for{' '}
          {plural(cookie_days, 'day')} in the browser of whoever follows it and allows cookies. Without them, a link to
          the sign-up page counts.
        </p>
      </div>
      <Split percent={percent} />
    </section>
  );
}
