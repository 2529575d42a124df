// Writes web/src/api/gen/words from web/api/openapi.json: what the document's enums are called, the limits of what requests
// hold, and what lists are sorted by. Only what the application imports from `~/api/words` is written: import a word, then
// run this. Each schema is a file of its own, so that a page loads those that it names and no others: bundlers put a file
// into one chunk. words.gen.ts names them all.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

const at = (path) => new URL(path, import.meta.url);
const document = JSON.parse(readFileSync(at('../../web/api/openapi.json'), 'utf8'));
const { schemas } = document.components;

/** The names that the application imports. */
function imported() {
  const names = new Set();
  const lists = /\b(?:import|export)\s(?:type\s)?\{([^}]*)\}\sfrom '~\/api\/words'/g;
  const files = readdirSync(at('../../web/src'), { recursive: true }).filter((file) => /\.tsx?$/.test(file));
  for (const file of files) {
    for (const [, list] of readFileSync(at(`../../web/src/${file}`), 'utf8').matchAll(lists)) {
      for (const [, name] of list.matchAll(/(?:type )?(\w+)(?: as \w+)?/g)) names.add(name);
    }
  }
  return names;
}

/** `CampaignStatus` as `CAMPAIGN_STATUS`. */
const constant = (name) => name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, '_').toUpperCase();
const key = (name) => (/^[a-z_]\w*$/i.test(name) ? name : `'${name}'`);
const text = (value) => `'${String(value).replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
const literal = (value) => (typeof value === 'string' ? text(value) : String(value));
const object = (entries) => `{\n${entries.map(([name, value]) => `  ${name}: ${value},\n`).join('')}}`;
const comment = (words) => `/** ${words.replaceAll(/\s+/g, ' ').trim()} */\n`;

/** The values of an enum by their names, the type of them, what people call them, and what some have in common. */
function words([name, schema]) {
  const { enum: values, 'x-enum-labels': labels, 'x-enum-varnames': names, 'x-enum-sets': sets = {} } = schema;
  const lengths = schema['x-enum-limits'];
  const short = name.replace(/(Id|Name)$/, '');
  const label = (value, index) => [typeof value === 'string' ? key(value) : value, text(labels[index])];
  const parts = [];
  if (names) {
    parts.push(
      `${comment(schema.description)}export const ${short} = ${object(names.map((one, index) => [one, literal(values[index])]))} as const;\n`,
      `${comment(schema.description)}export type ${short} = (typeof ${short})[keyof typeof ${short}];\n`,
    );
  }
  const type = names ? short : name;
  const labelled = object(values.map(label));
  const called = comment(`What people read. ${schema.description}`);
  if (names) {
    parts.push(`${called}export const ${constant(short)}_LABELS: Readonly<Record<${type}, string>> = ${labelled};\n`);
  } else {
    parts.push(
      `${called}export const ${constant(short)}_LABELS = ${labelled} as const;\n`,
      `${comment(schema.description)}export type ${type} = keyof typeof ${constant(short)}_LABELS;\n`,
    );
  }
  for (const [set, members] of Object.entries(sets)) {
    const list = members.map(literal).join(', ');
    const what = comment(`Those that are ${set}. ${schema.description}`);
    parts.push(`${what}export const ${constant(short)}_${constant(set)}: readonly ${type}[] = [${list}];\n`);
  }
  if (lengths) {
    const fields = (value) =>
      Object.entries(lengths[value]).map(([field, { min, max }]) => `${field}: { min: ${min}, max: ${max} }`);
    const each = object(values.map((value) => [value, `{ ${fields(value).join(', ')} }`]));
    parts.push(
      `${comment(`Lengths of fields. ${schema.description}`)}export const ${constant(short)}_LIMITS = ${each} as const;\n`,
    );
  }
  return parts;
}

const named = (schema) => (schema?.$ref ? schemas[schema.$ref.split('/').at(-1)] : schema);

/** The schema of a value that is not null. */
const given = (schema) =>
  named((schema.oneOf ?? schema.anyOf ?? schema.allOf)?.find((part) => part.type !== 'null') ?? schema);

/** The names of the objects that bodies of requests are made of. */
function asked() {
  const found = new Set();
  const ahead = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).map((operation) => operation.requestBody),
  );
  for (let value = ahead.pop(); value !== undefined || ahead.length > 0; value = ahead.pop()) {
    if (!value || typeof value !== 'object') continue;
    const name = typeof value.$ref === 'string' ? value.$ref.split('/').at(-1) : undefined;
    if (name && !found.has(name)) {
      found.add(name);
      ahead.push(schemas[name]);
    }
    ahead.push(...Object.values(value));
  }
  return [...found].filter((name) => schemas[name].properties).sort();
}

/** A bound that somebody set; those of all 64-bit numbers say nothing. */
const bound = (...bounds) => bounds.find((one) => one !== undefined && Math.abs(one) <= Number.MAX_SAFE_INTEGER);

/** Least and most: of characters, entries, or the number itself. */
function limits(field) {
  const schema = given(field);
  if (!schema || schema.enum) return null;
  const min = bound(schema.minLength, schema.minItems, schema.minimum, schema.exclusiveMinimum);
  const max = bound(schema.maxLength, schema.maxItems, schema.maximum);
  if (max === undefined) return null;
  return min ? `{ min: ${min}, max: ${max} }` : `{ max: ${max} }`;
}

/** A field with its limits, and those of texts that it is a list of under its name with brackets. */
const limitsOf = ([field, schema]) => {
  const entry = given(schema)?.items;
  return [
    [key(field), limits(schema)],
    [key(`${field}[]`), entry?.type === 'string' ? limits(entry) : null],
  ];
};

function form(name) {
  const fields = Object.entries(schemas[name].properties).flatMap(limitsOf);
  const limited = fields.filter(([, limit]) => limit !== null);
  if (limited.length === 0) return [];
  return [
    `${comment(`The limits of \`${name}\`.`)}export const ${constant(name)}_LIMITS = ${object(limited)} as const;\n`,
  ];
}

/** What a list can be sorted by. */
function orders({ operationId, parameters = [] }) {
  const schema = parameters.find(({ name }) => name === 'order_by')?.schema;
  const values = schema && given(schema).enum?.filter((value) => value !== null);
  if (!values) return [];
  const name = operationId.toUpperCase();
  return [
    `${comment(`What \`${operationId}\` can be sorted by.`)}export const ${name}_ORDERS = [${values.map(literal).join(', ')}] as const;\n`,
  ];
}

/** The limits of what a call is asked with beside its body. */
function asking({ operationId, parameters = [] }) {
  const limited = parameters
    .map(({ name, schema }) => [key(name), limits(schema)])
    .filter(([, limit]) => limit !== null);
  if (limited.length === 0) return [];
  const name = operationId.toUpperCase();
  return [
    `${comment(`The limits of the parameters of \`${operationId}\`.`)}export const ${name}_LIMITS = ${object(limited)} as const;\n`,
  ];
}

/** What no schema can say. */
const others = `${comment('Limits of what is counted from several fields, is in a file, or is left out where it is too long.')}export const LIMITS = ${object(Object.entries(document['x-limits']).map(([name, most]) => [name, String(most)]))} as const;\n`;

const enums = Object.entries(schemas).filter(([, schema]) => schema['x-enum-labels']);
for (const [name, schema] of enums) {
  const lengths = new Set(
    [schema.enum, schema['x-enum-labels'], schema['x-enum-varnames'] ?? schema.enum].map((list) => list.length),
  );
  if (lengths.size > 1) throw new Error(`${name} has not one label for each value`);
}
const head = '// This file is made by tools/apigen/words.mjs.\n';
const folder = at('../../web/src/api/gen/words/');
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const files = [
  ['Limits', [others]],
  ...enums.map((one) => [one[0], words(one)]),
  ...asked().map((name) => [name, form(name)]),
  ...Object.values(document.paths)
    .flatMap(Object.values)
    .map((operation) => [operation.operationId, [...orders(operation), ...asking(operation)]]),
];
const nameOf = (part) => /export (?:const|type) (\w+)/.exec(part)[1];
const parts = files.flatMap(([, all]) => all);
const wanted = imported();
// What is imported names others: statuses their type.
for (const name of wanted) {
  const texts = parts.filter((part) => nameOf(part) === name);
  for (const part of parts)
    if (texts.some((text) => text.match(/\w+/g).includes(nameOf(part)))) wanted.add(nameOf(part));
}
const written = [];
for (const [name, all] of files) {
  const used = all.filter((part) => wanted.has(nameOf(part)));
  if (used.length === 0) continue;
  const file = `${constant(name).toLowerCase().replaceAll('_', '-')}.gen`;
  writeFileSync(new URL(`${file}.ts`, folder), [head, ...used].join('\n'));
  written.push(`export * from './words/${file}';\n`);
}
writeFileSync(at('../../web/src/api/gen/words.gen.ts'), [head, written.sort().join('')].join('\n'));
