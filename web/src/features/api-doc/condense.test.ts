import document from '../../../api/openapi.json?raw';
import { type ApiField, condense, type OpenApi, type Schema } from './condense';
import { anchorOf, SECTIONS } from './sections';

const committed = JSON.parse(document) as OpenApi;

const small = (schemas: Record<string, Schema>, body: Schema): OpenApi => ({
  info: { version: '1' },
  paths: {
    '/api/advertiser/things/{id}': {
      put: {
        operationId: 'update_thing',
        summary: 'Changes a thing. It is moderated again.',
        tags: ['advertiser'],
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer', minimum: 0 } }],
        requestBody: { content: { 'application/json': { schema: body } } },
        responses: {
          200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Data_Thing' } } } },
          default: { description: 'What went wrong' },
        },
      },
    },
  },
  components: { schemas },
});

const Thing: Schema = { type: 'object', description: 'A thing.', properties: { id: { type: 'integer' } } };
const Data_Thing: Schema = { type: 'object', properties: { data: { $ref: '#/components/schemas/Thing' } } };

/** The one field of a body. */
function fieldOf(schema: Schema, more: Record<string, Schema> = {}): ApiField | undefined {
  const body: Schema = { type: 'object', properties: { it: schema }, required: ['it'] };
  const reference = condense(small({ Thing, Data_Thing, ...more }, body));
  return reference.sections[0]?.operations[0]?.body?.fields[0];
}

test('a call is told in words', () => {
  const [section] = condense(small({ Thing, Data_Thing }, Thing)).sections;
  expect(section?.operations[0]).toMatchObject({
    id: 'update_thing',
    method: 'PUT',
    summary: 'Changes a thing.',
    text: 'It is moderated again.',
    who: 'Advertisers',
    parameters: [{ name: 'id', type: 'integer', where: 'path', required: true, rule: '' }],
    answers: [{ status: '200', type: '{ data: [[Thing]] }' }],
  });
});

test('types are told in words', () => {
  const check = (schema: Schema, type: string, rule = '', more: Record<string, Schema> = {}) =>
    expect(fieldOf(schema, more)).toMatchObject({ type, rule, required: true });
  check({ type: ['string', 'null'], maxLength: 9 }, 'string or null', 'at most 9 characters');
  check({ type: 'integer', minimum: 1, maximum: 255 }, 'integer', '1 to 255');
  check({ type: 'integer', minimum: 0 }, 'integer');
  check({ type: 'integer', minimum: 1, maximum: 2 ** 63 }, 'integer', 'at least 1');
  check({ $ref: '#/components/schemas/Id' }, 'integer', '', { Id: { type: 'integer', minimum: 1 } });
  check({ type: 'array', items: { type: 'string' }, maxItems: 3 }, 'list of string', 'at most 3');
  check({ type: 'string', format: 'binary' }, 'file');
  check({ type: 'object', additionalProperties: { type: 'number' } }, 'map to number');
  check({ oneOf: [{ $ref: '#/components/schemas/Thing' }, { type: 'null' }] }, '[[Thing]] or null');
  check({ enum: ['asc', 'desc'] }, 'one of `asc`, `desc`');
  check({ enum: [1, 2], 'x-enum-labels': ['Up', 'Down'] }, 'one of `1` (Up), `2` (Down)');
  check({ $ref: '#/components/schemas/Way' }, 'one of `up`', '', { Way: { enum: ['up'] } });
});

test('words beside a reference are the field’s', () => {
  const cap = fieldOf({
    oneOf: [{ $ref: '#/components/schemas/Thing', description: 'How  often\none sees it.' }, { type: 'null' }],
  });
  expect(cap?.text).toBe('How often one sees it.');
});

test('the committed document is told completely', () => {
  const reference = condense(committed);
  const told = reference.sections.flatMap((section) => section.operations.map((one) => one.id));
  const there = Object.values(committed.paths).flatMap((calls) => Object.values(calls).map((one) => one.operationId));
  expect(told.toSorted()).toEqual(there.toSorted());
  expect(new Set(told).size).toBe(told.length);
  for (const section of reference.sections) expect(SECTIONS.map(({ tag }) => anchorOf(tag))).toContain(section.id);
  const named = JSON.stringify(reference).matchAll(/\[\[(\w+)\]\]/g);
  const objects = new Set(reference.objects.map((object) => object.name));
  for (const [, name = ''] of named) expect(objects).toContain(name);
  for (const section of reference.sections) for (const one of section.operations) expect(one.summary).not.toBe('');
});
