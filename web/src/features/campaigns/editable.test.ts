import { expect, it } from 'vitest';
import type { Campaign, PushCampaign } from '~/api/sdk';
import document from '../../../api/openapi.json?raw';
import { editable, pushEditable } from './api';

interface Shape {
  $ref?: string;
  allOf?: Shape[];
  properties?: object;
}

const { schemas } = (JSON.parse(document) as { components: { schemas: Record<string, Shape> } }).components;

/** The fields of a schema. */
function fieldsOf({ $ref, allOf = [], properties = {} }: Shape): string[] {
  const named = $ref && schemas[$ref.split('/').pop() ?? ''];
  return [...(named ? fieldsOf(named) : []), ...allOf.flatMap(fieldsOf), ...Object.keys(properties)];
}

const answered = (name: string) => Object.fromEntries(fieldsOf(schemas[name] ?? {}).map((field) => [field, null]));

it('sends back no field that the call would refuse', () => {
  const native = editable(answered('Campaign') as unknown as Campaign);
  expect(Object.keys(native).filter((field) => !fieldsOf(schemas.CampaignForm ?? {}).includes(field))).toEqual([]);
  expect(native).toHaveProperty('daily_money_limit');
  const push = pushEditable(answered('PushCampaign') as unknown as PushCampaign);
  expect(Object.keys(push).filter((field) => !fieldsOf(schemas.PushCampaignForm ?? {}).includes(field))).toEqual([]);
  expect(push).toHaveProperty('frequency_cap');
});
