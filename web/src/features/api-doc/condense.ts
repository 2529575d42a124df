/**
 * Makes of the OpenAPI document what the reference page shows: tables of names, types and words. It runs when the app is
 * built, so that browsers never load the document itself. Pure.
 */

import { anchorOf, SECTIONS } from './sections.ts';

/** A line of a table. Types name objects as `[[Name]]`; words between backticks are code. */
export interface ApiField {
  name: string;
  type: string;
  text: string;
  required: boolean;
  /** Limits of the value, for people. */
  rule: string;
}

/** A parameter of the path or the query. */
export interface ApiParameter extends ApiField {
  where: string;
}

/** What a call takes. */
export interface ApiBody {
  /** JSON, form, multipart, text. */
  kind: string;
  type: string;
  text: string;
  fields: ApiField[];
}

/** What a call answers. */
export interface ApiAnswer {
  status: string;
  type: string;
  text: string;
}

/** One call. */
export interface ApiOperation {
  /** Operation id, also its anchor. */
  id: string;
  method: string;
  path: string;
  /** The first sentence. */
  summary: string;
  /** What is to be said beside it. */
  text: string;
  who: string;
  parameters: ApiParameter[];
  body: ApiBody | null;
  answers: ApiAnswer[];
}

/** Calls that belong together. */
export interface ApiSection {
  id: string;
  title: string;
  text: string;
  operations: ApiOperation[];
}

/** An object that calls take or answer. */
export interface ApiObject {
  name: string;
  text: string;
  /** What it is when it has no fields. */
  type: string;
  fields: ApiField[];
}

/** The whole reference. */
export interface ApiReference {
  version: string;
  sections: ApiSection[];
  objects: ApiObject[];
}

/** As much of a JSON schema as the document uses. */
export interface Schema {
  $ref?: string;
  type?: string | readonly string[];
  format?: string;
  description?: string;
  enum?: readonly unknown[];
  default?: unknown;
  properties?: Record<string, Schema>;
  required?: readonly string[];
  items?: Schema;
  additionalProperties?: boolean | Schema;
  allOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  anyOf?: readonly Schema[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  maxItems?: number;
  /** What people call the values of `enum`. */
  'x-enum-labels'?: readonly string[];
}

interface Content {
  $ref?: string;
  content?: Record<string, { schema?: Schema }>;
  description?: string;
}

interface Call {
  operationId?: string;
  summary?: string;
  description?: string;
  tags?: readonly string[];
  security?: readonly Record<string, unknown>[];
  parameters?: readonly { name: string; in: string; required?: boolean; description?: string; schema?: Schema }[];
  requestBody?: Content;
  responses?: Record<string, Content>;
}

/** As much of an OpenAPI document as is read. */
export interface OpenApi {
  info: { version: string };
  paths: Record<string, Record<string, Call>>;
  components?: { schemas?: Record<string, Schema> };
}

const KINDS: Record<string, string> = {
  'application/json': 'JSON',
  'multipart/form-data': 'Form with files (multipart/form-data)',
  'application/x-www-form-urlencoded': 'Form',
  'text/plain': 'JSON, sent as text/plain',
};

/** The most values of an enumeration that stand where it is used. */
const INLINE_VALUES_MAX = 8;

const nameOf = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1);

const isNull = (schema: Schema): boolean => schema.type === 'null';

/** Words of several lines as one. */
const flat = (text: string | undefined): string => (text ?? '').replaceAll(/\s+/g, ' ').trim();

/** The values of an enumeration, numbers with what they mean. */
function valuesOf(schema: Schema): string {
  const labels = schema['x-enum-labels'];
  const meaning = (value: unknown, index: number) =>
    typeof value === 'number' && labels?.[index] ? ` (${labels[index]})` : '';
  return (schema.enum ?? []).map((value, index) => `\`${String(value)}\`${meaning(value, index)}`).join(', ');
}

/** The first sentence and the rest. */
function split(text: string): [string, string] {
  const end = /[.:] (?=[A-Z`])/.exec(text);
  return end ? [text.slice(0, end.index + 1), text.slice(end.index + 2)] : [text, ''];
}

/** A limit that somebody set; those of all 64-bit numbers say nothing. */
const limit = (bound: number | undefined): number | undefined =>
  bound !== undefined && Math.abs(bound) > Number.MAX_SAFE_INTEGER ? undefined : bound;

/** Limits of a value in words. A lower limit of zero says nothing that the type does not. */
function ruleOf(schema: Schema): string {
  const rules: string[] = [];
  const { minLength, maxLength, maxItems } = schema;
  const [minimum, maximum] = [limit(schema.minimum), limit(schema.maximum)];
  if (minimum !== undefined && maximum !== undefined) rules.push(`${minimum} to ${maximum}`);
  else if (maximum !== undefined) rules.push(`at most ${maximum}`);
  else if (minimum) rules.push(`at least ${minimum}`);
  if (minLength && maxLength) rules.push(`${minLength} to ${maxLength} characters`);
  else if (maxLength !== undefined) rules.push(`at most ${maxLength} characters`);
  if (maxItems !== undefined) rules.push(`at most ${maxItems}`);
  if (schema.default !== undefined && schema.default !== null) rules.push(`default \`${String(schema.default)}\``);
  return rules.join(', ');
}

/** Who may make a call, as its path and its security tell. */
function whoOf(path: string, call: Call): string {
  const isOpen = call.security?.some((way) => Object.keys(way).length === 0) ?? false;
  if (isOpen) return 'Everybody, without a token';
  if (path.startsWith('/api/admin/')) return 'Staff';
  if (/^\/api(_v2)?\/webmaster\//.test(path)) return 'Webmasters';
  if (path.startsWith('/api/advertiser/')) return 'Advertisers';
  return 'Everybody with a token';
}

/** Reads a document. */
class Reader {
  readonly #schemas: Record<string, Schema>;
  /** Objects that something on the page names; grows while it is made. */
  readonly #named = new Set<string>();

  constructor(document: OpenApi) {
    this.#schemas = document.components?.schemas ?? {};
  }

  /** The type of a value in words. */
  type(schema: Schema | undefined): string {
    if (!schema) return 'anything';
    if (schema.$ref) return this.#reference(nameOf(schema.$ref));
    const choices = schema.oneOf ?? schema.anyOf;
    if (choices) {
      const words = choices.map((choice) => (isNull(choice) ? 'null' : this.type(choice)));
      return [...new Set(words)].join(' or ');
    }
    if (schema.allOf) {
      const parts = schema.allOf.filter((part) => part.$ref || part.enum || part.properties);
      return parts.length === 1 ? this.type(parts[0]) : 'object';
    }
    if (schema.enum) return `one of ${valuesOf(schema)}`;
    const types = typeof schema.type === 'string' ? [schema.type] : [...(schema.type ?? [])];
    return types.map((type) => this.#plain(type, schema)).join(' or ') || 'anything';
  }

  #plain(type: string, schema: Schema): string {
    if (type === 'array') return `list of ${this.type(schema.items)}`;
    if (type === 'string' && schema.format === 'binary') return 'file';
    if (type === 'object' && typeof schema.additionalProperties === 'object') {
      return `map to ${this.type(schema.additionalProperties)}`;
    }
    return type;
  }

  #reference(name: string): string {
    const schema = this.#schemas[name];
    if (schema?.enum && schema.enum.length <= INLINE_VALUES_MAX) return this.type(schema);
    // A plain value has nothing to tell apart from its type.
    if (schema && !schema.enum && (schema.type === 'integer' || schema.type === 'string')) return this.type(schema);
    // A wrapper of one object is told where it stands.
    const keys = Object.keys(schema?.properties ?? {});
    if (name.startsWith('Data_') && keys.length === 1) return `{ data: ${this.type(schema?.properties?.data)} }`;
    this.#named.add(name);
    return `[[${name}]]`;
  }

  /** The fields of an object; those of objects without a name stand under their path. */
  fields(schema: Schema | undefined, prefix = ''): ApiField[] {
    if (!schema) return [];
    if (schema.$ref) return this.fields(this.#schemas[nameOf(schema.$ref)], prefix);
    const inherited = (schema.allOf ?? []).flatMap((part) => this.fields(part, prefix));
    const own = Object.entries(schema.properties ?? {}).flatMap(([key, value]) => {
      const name = prefix + key;
      const field: ApiField = {
        name,
        type: this.type(value),
        text: this.#words(value),
        required: schema.required?.includes(key) ?? false,
        rule: ruleOf(value),
      };
      return [field, ...(value.properties ? this.fields(value, `${name}.`) : [])];
    });
    return [...inherited, ...own];
  }

  /** The words on a value; a wrapper's words stand inside of it. */
  #words(schema: Schema): string {
    const inside = [...(schema.oneOf ?? []), ...(schema.anyOf ?? []), ...(schema.allOf ?? [])];
    // The words beside a reference are on the field, those of the referred thing on the thing: the last are the field's.
    return flat(schema.description ?? inside.map((part) => part.description).findLast((text) => text));
  }

  parameters(call: Call): ApiParameter[] {
    return (call.parameters ?? []).flatMap((parameter) => {
      const schema = parameter.schema ?? {};
      const object = schema.$ref ? this.#schemas[nameOf(schema.$ref)] : schema;
      if (object?.properties) {
        // `filters[date_from]`: each part is a parameter of its own.
        return this.fields(object).map((field) => ({
          ...field,
          name: `${parameter.name}[${field.name}]${field.type.startsWith('list') ? '[]' : ''}`,
          where: parameter.in,
        }));
      }
      return {
        name: parameter.name,
        type: this.type(schema),
        text: flat(parameter.description),
        required: parameter.required ?? false,
        rule: ruleOf(schema),
        where: parameter.in,
      };
    });
  }

  body(call: Call): ApiBody | null {
    const found = Object.entries(call.requestBody?.content ?? {})[0];
    if (!found) return null;
    const [media, { schema }] = found;
    const fields = this.fields(schema);
    const target = schema?.$ref ? this.#schemas[nameOf(schema.$ref)] : schema;
    return {
      kind: KINDS[media] ?? media,
      // A table of its fields says what it is.
      type: fields.length > 0 ? '' : this.type(schema),
      text: flat(call.requestBody?.description ?? target?.description),
      fields: fields.toSorted((a, b) => Number(b.required) - Number(a.required)),
    };
  }

  answers(call: Call): ApiAnswer[] {
    return (
      Object.entries(call.responses ?? {})
        // What can go wrong with any call is told once, in the guide.
        .filter(([status, answer]) => status !== 'default' && !answer.$ref)
        .map(([status, answer]) => {
          const schema = Object.values(answer.content ?? {})[0]?.schema;
          return { status, type: schema ? this.type(schema) : '', text: flat(answer.description) };
        })
    );
  }

  /** The objects that were named, and those that they name. */
  objects(): ApiObject[] {
    const done = new Map<string, ApiObject>();
    // A set that grows while it is walked is walked to its end.
    for (const name of this.#named) {
      const schema = this.#schemas[name];
      if (!schema) throw new Error(`the API document names ${name}, which it does not have`);
      const fields = this.fields(schema);
      const type = fields.length > 0 ? '' : this.type(schema);
      done.set(name, { name, text: flat(schema.description), type, fields });
    }
    return [...done.values()].sort((a, b) => a.name.localeCompare(b.name));
  }
}

/** The section of a tag. */
function sectionOf(tag: string): Omit<ApiSection, 'operations'> {
  const known = SECTIONS.find((section) => section.tag === tag);
  const title = known?.title ?? tag.charAt(0).toUpperCase() + tag.slice(1);
  return { id: anchorOf(tag), title, text: known?.text ?? '' };
}

/** Makes the reference of a document. */
export function condense(document: OpenApi): ApiReference {
  const reader = new Reader(document);
  const byTag = new Map<string, ApiOperation[]>(SECTIONS.map(({ tag }) => [tag, []]));
  for (const [path, calls] of Object.entries(document.paths)) {
    for (const [method, call] of Object.entries(calls)) {
      const [summary, rest] = split(flat(call.summary));
      const tag = call.tags?.[0] ?? 'other';
      const operations = byTag.get(tag) ?? [];
      operations.push({
        id: call.operationId ?? `${method}-${path}`,
        method: method.toUpperCase(),
        path,
        summary,
        text: [rest, flat(call.description)].filter(Boolean).join(' '),
        who: whoOf(path, call),
        parameters: reader.parameters(call),
        body: reader.body(call),
        answers: reader.answers(call),
      });
      byTag.set(tag, operations);
    }
  }
  const sections = [...byTag]
    .filter(([, operations]) => operations.length > 0)
    .map(([tag, operations]) => ({ ...sectionOf(tag), operations }));
  // Objects come last: everything that names one has been read by then.
  return { version: document.info.version, sections, objects: reader.objects() };
}
