import definitions from '@render/templates.json';
import type { Template, TemplateField } from '~/api/types';

/** All templates of a new network, as the API tells them. */
export const ALL_TEMPLATES: readonly Template[] = definitions.map((definition) => ({
  id: definition.id,
  block_format_type_id: definition.block_format_type_id,
  config: {
    name: definition.name,
    label: definition.label,
    fields: definition.fields as TemplateField[],
    sizes: definition.sizes,
  },
  initial_values: Object.fromEntries(definition.fields.map((field) => [field.key, field.default])),
  is_global: true,
}));
