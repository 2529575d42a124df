/**
 * A body as multipart, as the API reads lists in it: entries of plain values under one name, those of several fields as
 * `bids[0][bid]`. The generated client would write the latter as JSON; `~/api/sdk` gives it this in place of its own.
 */
export function multipart(body: unknown): FormData {
  const form = new FormData();
  const add = (name: string, value: unknown): void => {
    if (value === undefined || value === null) return;
    if (value instanceof Blob) form.append(name, value);
    else if (Array.isArray(value)) {
      value.forEach((entry, index) => {
        add(typeof entry === 'object' ? `${name}[${index}]` : name, entry);
      });
    } else if (typeof value === 'object') {
      for (const [key, part] of Object.entries(value)) add(`${name}[${key}]`, part);
    } else form.append(name, String(value));
  };
  for (const [name, value] of Object.entries(body as object)) add(name, value);
  return form;
}
