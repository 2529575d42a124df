/** A template as the page of samples shows it. */
export interface Sample {
  name: string;
  label: string;
  /** The format of its ads. */
  format: number;
  /** How many ads it has place for. */
  count: number;
}

/** What is read of a template's definition. */
interface Definition {
  name: string;
  label: string;
  block_format_type_id: number;
  fields: { key: string; default: unknown }[];
}

function numberOf({ fields }: Definition, key: string): number {
  return Math.max(1, Number(fields.find((field) => field.key === key)?.default ?? 1));
}

/** The samples of templates. */
export const samplesOf = (templates: Definition[]): Sample[] =>
  templates.map((template) => ({
    name: template.name,
    label: template.label,
    format: template.block_format_type_id,
    count: numberOf(template, 'rows') * numberOf(template, 'columns'),
  }));

/** What a sample is called: by its format too where another one of the list has its label. */
export const titleOf = (sample: Sample, all: readonly Sample[], formatName: string): string =>
  all.some(({ name, label }) => label === sample.label && name !== sample.name)
    ? `${sample.label} (${formatName})`
    : sample.label;
