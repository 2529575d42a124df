/** A value of a query: nested objects and lists become bracket names. Null, undefined and empty strings are left out. */
export type QueryValue =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly QueryValue[]
  | { readonly [key: string]: QueryValue };

function put(out: string[], name: string, value: QueryValue): void {
  if (value === null || value === undefined || value === '') return;
  if (Array.isArray(value)) {
    for (const item of value) put(out, `${name}[]`, item);
  } else if (typeof value === 'object') {
    for (const [key, item] of Object.entries(value)) put(out, `${name}[${key}]`, item);
  } else {
    out.push(
      `${name}=${encodeURIComponent(typeof value === 'boolean' ? (value ? 1 : 0) : (value as string | number))}`,
    );
  }
}

/** `{filters: {status: [1, 2]}, page: 3}` to `filters[status][]=1&filters[status][]=2&page=3`. */
export function bracketQuery(query: Readonly<Record<string, QueryValue>>): string {
  const out: string[] = [];
  for (const [name, value] of Object.entries(query)) put(out, name, value);
  return out.join('&');
}
