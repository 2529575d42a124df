/** The settings of a template as the lines of a form. Pure. */
import type { TemplateField } from '~/api/types';

/** A setting's value. */
export type Value = string | number | boolean;
/** All settings of a block. */
export type Config = Record<string, Value>;

/** One line of the form: a setting alone, one for three devices, or a colour for both schemes. */
export type Line =
  | { kind: 'one'; field: TemplateField }
  | { kind: 'devices'; label: string; fields: [phone: TemplateField, tablet: TemplateField, desktop: TemplateField] }
  | { kind: 'schemes'; label: string; fields: [light: TemplateField, dark: TemplateField] };

/** A section of the form. */
export interface Section {
  name: string;
  lines: Line[];
}

/** "Columns on a desktop" is "Columns" where the device stands above. */
const withoutDevice = (label: string): string => label.replace(/ on an? \w+$/, '');

/** Puts the settings into sections, in their order; settings that differ by device or scheme share a line. */
export function sectionsOf(fields: readonly TemplateField[]): Section[] {
  const byKey = new Map(fields.map((field) => [field.key, field]));
  const taken = new Set<string>();
  const sections = new Map<string, Section>();
  for (const field of fields) {
    if (taken.has(field.key)) continue;
    taken.add(field.key);
    const section = sections.get(field.section) ?? { name: field.section, lines: [] };
    sections.set(field.section, section);
    const [phone, tablet, dark] = ['phone', 'tablet', 'dark'].map((suffix) => byKey.get(`${field.key}_${suffix}`));
    if (phone && tablet) {
      taken.add(phone.key).add(tablet.key);
      section.lines.push({ kind: 'devices', label: withoutDevice(field.label), fields: [phone, tablet, field] });
    } else if (dark) {
      taken.add(dark.key);
      section.lines.push({ kind: 'schemes', label: field.label, fields: [field, dark] });
    } else {
      section.lines.push({ kind: 'one', field });
    }
  }
  return [...sections.values()];
}

/** A number inside the field's range, whole. */
export function fitted(field: TemplateField, number: number): number {
  return Math.min(Math.max(Math.round(number), field.min ?? 0), field.max ?? Number.MAX_SAFE_INTEGER);
}

/** Whether a setting can have a value. A colour or a text may be half typed. */
export function fits({ type, min, max, options }: TemplateField, value: Value): boolean {
  if (type === 'integer') return typeof value === 'number' && value >= (min ?? 0) && value <= (max ?? Infinity);
  if (type === 'boolean') return typeof value === 'boolean';
  return typeof value === 'string' && (options?.some((option) => option.value === value) ?? true);
}

/** Characters of the longest colour. */
export const COLOR_CHARS = '#rrggbbaa'.length;

/** Whether a text is a colour that the server takes: #rgb to #rrggbbaa. */
export const isColor = (text: string): boolean => /^#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i.test(text);

/** A colour as a colour picker wants it: six digits, without opacity. */
export function sixDigits(color: string): string {
  if (!isColor(color)) return '#000000';
  const digits = color.slice(1).toLowerCase();
  if (digits.length >= 6) return `#${digits.slice(0, 6)}`;
  return `#${[...digits.slice(0, 3)].map((digit) => digit + digit).join('')}`;
}

/** Why settings cannot be saved, by `config.` and key. */
export function configErrors(fields: readonly TemplateField[], config: Config): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const field of fields) {
    const value = config[field.key];
    if (field.type === 'color' && !isColor(String(value))) {
      errors[`config.${field.key}`] = 'A colour such as #1a2b3c.';
    }
    if (field.type === 'text' && field.max !== undefined && [...String(value)].length > field.max) {
      errors[`config.${field.key}`] = `At most ${field.max} characters.`;
    }
  }
  return errors;
}

/** How many ads a block asks for: the least is one. */
export function placesOf(config: Config): number {
  const count = (key: string) => Math.max(1, Number(config[key]) || 1);
  return count('rows') * count('columns');
}

/** Columns and rows of a block at a width, by the same steps as the tag's style sheet. */
export function gridAt(config: Config, width: number): { columns: number; rows: number } {
  const key = width >= 900 ? 'columns' : width >= 560 ? 'columns_tablet' : 'columns_phone';
  const columns = Math.max(1, Number(config[key]) || 1);
  return { columns, rows: Math.ceil(placesOf(config) / columns) };
}

/** Whether a setting changes nothing now: it belongs to a part that is switched off by `show_` and the part's name. */
export function isIdle(field: TemplateField, config: Config): boolean {
  const part = field.key.split('_')[0];
  return config[`show_${part}`] === false;
}
