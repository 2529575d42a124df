import { FileButton } from './file-button';

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
  file(month: string, format: (typeof FORMATS)[number]): Promise<{ data: unknown; response: Response }>;
}) {
  return FORMATS.map((format) => (
    <FileButton
      key={format}
      file={() => file(month, format)}
      name={`statement-${month}.${format}`}
      label={`${format.toUpperCase()} of ${name}`}
    >
      {format.toUpperCase()}
    </FileButton>
  ));
}
