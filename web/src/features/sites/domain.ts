/** A domain without its scheme, for reading. */
export function bareDomain(domain: string): string {
  return domain.replace(/^https?:\/\//, '').replace(/\/$/, '');
}

/** Names of the machine itself, where hardly anything speaks TLS. */
const OWN_MACHINE = /^(127\.0\.0\.1|localhost|.+\.localhost)$/;

/** Where a domain leads; on the machine that serves this page, to where this page is served from. */
export function domainUrl(
  domain: string,
  { hostname, origin }: Pick<Location, 'hostname' | 'origin'> = location,
): string {
  if (/^https?:/.test(domain)) return domain;
  if (!OWN_MACHINE.test(domain)) return `https://${domain}`;
  return domain === hostname ? origin : `http://${domain}`;
}

/** A page with the debug mode of the tag; undefined when the address is none. */
export function debugUrl(page: string): string | undefined {
  if (!/^https?:/i.test(page) || !URL.canParse(page)) return undefined;
  const url = new URL(page);
  url.searchParams.set('placard_debug', '1');
  return url.href;
}
