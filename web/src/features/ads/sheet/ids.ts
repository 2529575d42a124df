/** Numbers of ads in an address: joined by dots. Pure. */

/** The numbers that an address names. */
export const idsOf = ({ ids = '' }: { ids?: string | undefined }): number[] =>
  [...new Set(ids.split('.').filter((id) => /^[1-9][0-9]{0,15}$/.test(id)))].map(Number);

/** Numbers as an address has them. */
export const idsText = (rows: readonly { id: number }[]): string => rows.map(({ id }) => id).join('.');
