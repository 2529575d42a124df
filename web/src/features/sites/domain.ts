/** A domain without its scheme, for reading. */
export function bareDomain(domain: string): string {
  return domain.replace(/^https?:\/\//, '').replace(/\/$/, '');
}

/** Where a domain leads. */
export function domainUrl(domain: string): string {
  return /^https?:/.test(domain) ? domain : `https://${domain}`;
}
