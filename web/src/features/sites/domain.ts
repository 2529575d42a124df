/** A domain without its scheme, for reading. */
export function bareDomain(domain: string): string {
  return domain.replace(/^https?:\/\//, '').replace(/\/$/, '');
}

/** Where a domain leads. */
export function domainUrl(domain: string): string {
  return /^https?:/.test(domain) ? domain : `https://${domain}`;
}

/** A page with the debug mode of the tag; undefined when the address is none. */
export function debugUrl(page: string): string | undefined {
  if (!/^https?:/i.test(page) || !URL.canParse(page)) return undefined;
  const url = new URL(page);
  url.searchParams.set('placard_debug', '1');
  return url.href;
}
