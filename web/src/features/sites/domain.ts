/** A domain without its scheme, for reading. */
export function bareDomain(domain: string): string {
  return domain.replace(/^https?:\/\//, '').replace(/\/$/, '');
}
