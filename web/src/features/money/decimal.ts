/** A number above or at zero as people type it, with either decimal sign and so many decimals at most; none where it is none. */
export function readDecimal(text: string, decimals: number): number | null {
  const typed = text.trim();
  if (!new RegExp(`^\\d{1,12}(?:[.,]\\d{1,${decimals}})?$`).test(typed)) return null;
  return Number(typed.replace(',', '.'));
}
