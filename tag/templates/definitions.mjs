// All templates: what each begins with, and looks that are chosen with one click.
import { fieldsOf } from './fields.mjs';
import { READING } from './reading.mjs';
import { TEASERS } from './teasers.mjs';

const SIZES = [
  { name: 'phone', width: 360 },
  { name: 'tablet', width: 768 },
  { name: 'desktop', width: 1080 },
];

const FORMATS = { native: 1, article: 2, text: 4, longText: 8, media: 16 };

/** What `render/templates.json` holds. */
export const definitions = () =>
  [...READING, ...TEASERS].map(({ id, name, label, format, fields, initial, presets }) => ({
    id,
    name,
    label,
    block_format_type_id: FORMATS[format],
    sizes: SIZES,
    fields: fieldsOf(fields, initial),
    presets: Object.entries(presets).map(([title, config]) => ({
      label: title,
      // A look says only what its template has.
      config: Object.fromEntries(
        Object.entries(config).filter(([key]) => fieldsOf(fields, initial).some((field) => field.key === key)),
      ),
    })),
  }));

/** The settings that a block of each template begins with, by the template's name. */
export const initialSettings = () =>
  Object.fromEntries(
    definitions().map(({ name, fields }) => [
      name,
      Object.fromEntries(fields.map((field) => [field.key, field.default])),
    ]),
  );
