/** A country's flag beside its name; what no country has none of takes the same room. */
export function Flag({ code, className }: { code: string; className?: string | undefined }) {
  if (code === 'ZZ') return <span className={className} style={{ width: 16, height: 11, flex: 'none' }} />;
  return <img className={className} src={`/flags/${code}.svg`} alt="" width={16} height={11} loading="lazy" />;
}
