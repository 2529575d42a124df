import { IconBell, IconEdit, IconExternalLink, IconPlus } from '@tabler/icons-react';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { SiteStatus } from '~/api/words';
import { paths } from '~/lib/paths';
import { periodOr } from '~/lib/period';
import { SITE_STATUSES, statusOf } from '~/lib/statuses';
import { buttonClass } from '~/ui/button';
import { CodeLine } from '~/ui/code-line';
import { Note } from '~/ui/note';
import { Skeleton } from '~/ui/states';
import { StatusBadge } from '~/ui/status-badge';
import { useHour } from '~/ui/use-now';
import { HoldSiteLink } from '../acting/hold-link';
import campaignStyles from '../campaigns/page/campaign.module.css';
import { MetricPanel } from '../charts/metric-panel';
import { PageHead } from '../frame/page-head';
import { ListPart } from '../list/list-view';
import { scriptCode, scriptQuery, siteQuery } from './api';
import { blocksList } from './blocks-list';
import { bareDomain, domainUrl } from './domain';
import styles from './sites.module.css';
import { Verification } from './verification';

const CHART = ['money_web', 'shows_count_web', 'clicks_count', 'ctr', 'bid_web', 'cpm'];

/** One site: income, the script line, its blocks. */
export function SitePage() {
  const { siteId } = useParams({ strict: false }) as { siteId: string };
  const search = useSearch({ strict: false }) as { period?: string };
  const { data: site } = useSuspenseQuery(siteQuery(siteId));
  const hour = useHour();
  const tag = useQuery(scriptQuery).data;
  const blocks = useMemo(() => blocksList(site.id), [site.id]);
  const status = statusOf(SITE_STATUSES, site.status_id);
  const domain = bareDomain(site.domain);
  return (
    <>
      <PageHead
        title={site.name}
        crumbs={[{ label: 'Sites', link: { to: '/webmaster/sites' } }]}
        badge={<StatusBadge soft status={status} />}
        actions={
          <>
            <a className={buttonClass()} href={domainUrl(site.domain)} target="_blank" rel="noreferrer noopener">
              <IconExternalLink size={16} aria-hidden />
              {domain}
            </a>
            <HoldSiteLink site={site.id} />
            <Link {...paths.sitePush(site.id)} className={buttonClass()}>
              <IconBell size={16} aria-hidden />
              Push
            </Link>
            <Link {...paths.siteEdit(site.id)} className={buttonClass()}>
              <IconEdit size={16} aria-hidden />
              Edit
            </Link>
            <Link {...paths.blockCreate(site.id)} className={buttonClass({ variant: 'accent' })}>
              <IconPlus size={16} aria-hidden />
              New block
            </Link>
          </>
        }
      />
      {site.status_id !== SiteStatus.Approved && (
        <Note tone={status.tone}>
          {status.why} {site.reject_comment}
        </Note>
      )}
      {site.earnings_held_reason && (
        <Note tone="warn">The network holds the earnings of this site back: {site.earnings_held_reason}</Note>
      )}
      <div className={styles.two}>
        <MetricPanel
          side="webmaster"
          range={periodOr(search.period ?? 'today', 'today', hour)}
          filters={{ site: { in: [site.id] } }}
          keys={CHART}
          label={`figures of ${site.name}`}
        />
        <section className={styles.panel} aria-labelledby="code">
          <h2 id="code">Code for your pages</h2>
          <p className="s13 t2">One script on every page with ads, then one line where each block shall stand.</p>
          {tag ? <CodeLine code={scriptCode(tag)} label="the script" /> : <Skeleton height={36} radius={8} />}
          <p className="s12 t3">
            The line of a block is behind “Code” in the list below. Ads appear only on pages of {domain}.
          </p>
        </section>
      </div>
      <Verification site={site} />
      <section className={campaignStyles.section} aria-labelledby="blocks">
        <h2 className={campaignStyles.h2} id="blocks">
          Blocks
        </h2>
        <ListPart spec={blocks} />
      </section>
    </>
  );
}
