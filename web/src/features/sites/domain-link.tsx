import { bareDomain, domainUrl } from './domain';
import styles from './sites.module.css';

/** A site's address, which opens the site. */
export const DomainLink = ({ domain }: { domain: string }) => (
  <a className={styles.domain} href={domainUrl(domain)} target="_blank" rel="noreferrer noopener">
    {bareDomain(domain)}
  </a>
);
