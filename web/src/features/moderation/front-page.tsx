import { useQuery } from '@tanstack/react-query';
import { errorText } from '~/api/problem';
import type { QueuedSite, SitePage } from '~/api/sdk';
import { Note } from '~/ui/note';
import { Skeleton } from '~/ui/states';
import { domainUrl } from '../sites/domain';
import { sitePageQuery } from './api';
import styles from './moderation.module.css';

/** The host of an address, without what people leave out; null where there is none. */
const hostOf = (address: string | null | undefined): string | null =>
  address && URL.canParse(address) ? new URL(address).hostname.replace(/^www\./, '') : null;

const isOf = (host: string, site: string | null) => host === site || host.endsWith(`.${site}`);

function Said({ page, domain }: { page: SitePage; domain: string }) {
  const { title, description, language, picture, why } = page;
  const host = hostOf(page.page);
  return (
    <>
      {host !== null && !isOf(host, hostOf(domainUrl(domain))) && (
        <Note tone="warn">{`The address leads to ${host}.`}</Note>
      )}
      {picture && <img src={picture} alt="What the site shows of itself" />}
      {host !== null && (
        <div>
          <p className="b">{title ?? 'The page has no title.'}</p>
          {description && <p className="s13 t2">{description}</p>}
          {language && <p className="s12 t3">Language: {language}</p>}
        </div>
      )}
      {why && <p className="s13 t2">{why}</p>}
    </>
  );
}

/** What the front page of a waiting site says of itself, with its picture, as it is now. */
export function FrontPage({ site }: { site: Pick<QueuedSite, 'id' | 'domain'> }) {
  const { data, error } = useQuery(sitePageQuery(site.id));
  return (
    <section className={styles.front} aria-label="Front page" aria-busy={!data && !error}>
      {data ? (
        <Said page={data} domain={site.domain} />
      ) : error ? (
        <p className="s13 t2">{errorText(error)}</p>
      ) : (
        <Skeleton height={120} radius={8} />
      )}
    </section>
  );
}
