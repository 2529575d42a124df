import type { NamedFile } from '~/api/files';
import { FileButton } from '../../list/file-button';

const FORMATS = ['pdf', 'csv'] as const;

/** A month's statement as files: to print, and for spreadsheets. */
export function StatementFiles({
  month,
  name,
  file,
}: {
  month: string;
  /** What people call the month. */
  name: string;
  file(month: string, format: (typeof FORMATS)[number]): Promise<NamedFile>;
}) {
  return FORMATS.map((format) => (
    <FileButton key={format} make={() => file(month, format)} size="sm" label={`${format.toUpperCase()} of ${name}`}>
      {format.toUpperCase()}
    </FileButton>
  ));
}
