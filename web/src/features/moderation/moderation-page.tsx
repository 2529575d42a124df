import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { usePageTitle } from '~/app/page';
import { useUser } from '~/app/queries';
import { isGod } from '~/lib/roles';
import { Tabs } from '~/ui/controls';
import { AdQueue } from './ad-queue';
import { adQueueQuery, siteQueueQuery, walletQueueQuery } from './api';
import styles from './moderation.module.css';
import { SiteQueue } from './site-queue';
import { WalletQueue } from './wallet-queue';

/** The queues of moderation: ads, sites and wallets, worked with the keyboard. */
export function ModerationPage() {
  usePageTitle();
  const navigate = useNavigate();
  // Ads and wallets are moderated by god alone; sales have the sites of their clients.
  const asGod = isGod(useUser());
  const { queue: asked } = useSearch({ strict: false }) as { queue?: 'ads' | 'sites' | 'wallets' };
  const queue = asGod ? (asked ?? 'ads') : 'sites';
  const ads = useQuery({ ...adQueueQuery, enabled: asGod });
  const sites = useQuery(siteQueueQuery);
  const wallets = useQuery({ ...walletQueueQuery, enabled: asGod });
  return (
    <>
      <header className={styles.head}>
        <h1>Moderation</h1>
        <Tabs
          label="Queue"
          value={queue}
          options={[
            ...(asGod ? [{ value: 'ads' as const, label: 'Ads', count: ads.data?.pagination.total }] : []),
            { value: 'sites', label: 'Sites', count: sites.data?.data.length },
            ...(asGod ? [{ value: 'wallets' as const, label: 'Wallets', count: wallets.data?.data.length }] : []),
          ]}
          onChange={(next) => void navigate({ to: '.', search: () => ({ queue: next === 'ads' ? undefined : next }) })}
        />
      </header>
      {queue === 'ads' && <AdQueue answer={ads} />}
      {queue === 'sites' && <SiteQueue answer={sites} />}
      {queue === 'wallets' && <WalletQueue answer={wallets} />}
    </>
  );
}
