import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { AdvertiserBalance } from '~/api/sdk';
import { Empty, ErrorPanel, Skeleton } from '~/ui/states';
import styles from '../top-up.module.css';
import { TopUpForm } from './top-up-form';
import { useWays } from './ways-to-pay';

/** The place to which "Top up" leads, wherever it stands. */
export const TOP_UP = 'top-up';

/** Money onto the balance: how much, in which way, and on to the payment page. */
export function TopUp({ balance }: { balance: AdvertiserBalance | undefined }) {
  const { ways, error, retry } = useWays();
  const section = useRef<HTMLElement>(null);
  const { hash, key } = useLocation({
    select: (at) => ({ hash: at.hash, key: at.state.__TSR_key }),
    structuralSharing: true,
  });
  const isThere = ways !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link leads here again, with another key
  useEffect(() => {
    if (hash !== TOP_UP || !isThere) return;
    section.current?.scrollIntoView({ block: 'start' });
    section.current?.querySelector<HTMLElement>('input')?.focus({ preventScroll: true });
  }, [hash, key, isThere]);
  return (
    <section ref={section} id={TOP_UP} aria-labelledby="top-up-title" className={styles.topUp}>
      <h2 id="top-up-title">Top up</h2>
      {error ? (
        <ErrorPanel title="The ways to pay did not load" error={error} onRetry={retry} />
      ) : !ways ? (
        <div aria-busy className="stack">
          <Skeleton height={44} />
          <Skeleton height={44} />
          <Skeleton height={44} />
        </div>
      ) : ways.length === 0 ? (
        <Empty small title="No way to pay is set up here yet">
          <Link to="/contacts" className="link">
            Write to us
          </Link>{' '}
          to top up.
        </Empty>
      ) : (
        <TopUpForm ways={ways} balance={balance} />
      )}
    </section>
  );
}
