import { describe, expect, it } from 'vitest';
import type { PushAd, PushCampaign } from '~/api/sdk';
import { pushAdBody, pushAdChecklist, pushAdFields, pushAdValues, USUAL_BOUNDS } from './ad-form/push-ad-values';
import { ageText, costADay, pushBody, pushReachBody, pushValues } from './push-values';

const AD = {
  uuid: '0193a81c-0000-7000-8000-000000000001',
  title: 'One cabin is free',
  body: 'Stove, lake, no signal.',
  url: 'https://shop.example/a',
  language_code: 'en',
  bid: 0.1,
  icon: { hash: 'a', url: '/m/a.webp', width: 192, height: 192 },
  image: { hash: 'b', url: '/m/b.webp', width: 720, height: 360 },
  buttons: [{ action: 'open', title: 'Look', url: null }],
  version: 3,
} as PushAd;

const checks = pushAdFields('dollar', USUAL_BOUNDS).checks as Record<string, (value: unknown) => string | null>;

describe('a push ad', () => {
  it('begins with two buttons and English', () => {
    const values = pushAdValues(undefined);
    expect(values.buttons.map(({ action }) => action)).toEqual(['open', 'close']);
    expect(values.language_code).toBe('en');
    expect(pushAdChecklist(values, USUAL_BOUNDS).every(({ done }) => !done)).toBe(true);
  });
  it('goes back as it was, with its version', () => {
    const body = pushAdBody(pushAdValues(AD), { held: AD, campaign: 'c', confirmed: false });
    expect(body).toMatchObject({ version: 3, title: AD.title, bid: 0.1, icon: null, remove_image: null });
    expect(body.campaign_uuid).toBeUndefined();
  });
  it('takes the large picture away where it is removed', () => {
    const values = { ...pushAdValues(AD), image: { picture: null, cut: null, saved: null } };
    expect(pushAdBody(values, { held: AD, campaign: 'c', confirmed: false }).remove_image).toBe(true);
  });
  it('names what it is a copy of', () => {
    const body = pushAdBody(pushAdValues(AD, 'copy'), { campaign: 'c', confirmed: true });
    expect(body).toMatchObject({ campaign_uuid: 'c', copy_of: AD.uuid, confirm_high_bid: true });
  });
  it('is no copy any more once it is emptied', () => {
    const copied = pushAdValues(AD, 'copy');
    const noImage = { ...copied, image: { picture: null, cut: null, saved: null } };
    expect(pushAdBody(noImage, { campaign: 'c', confirmed: false }).remove_image).toBe(true);
    const emptied = pushAdBody(pushAdValues(undefined), { campaign: 'c', confirmed: false });
    expect(emptied).toMatchObject({ copy_of: null, remove_image: null });
  });
  it('says what is wrong', () => {
    expect(checks.title?.('x'.repeat(61))).toBe('At most 60 characters, this has 61.');
    expect(checks.buttons?.([{ action: 'open', title: 'Go', url: 'nowhere' }])).toContain('button 1');
    expect(checks.buttons?.([{ action: 'close', title: 'No', url: 'nowhere' }])).toBeNull();
    expect(checks.bid?.(0.001)).not.toBeNull();
    expect(checks.bid?.(2)).toBeNull();
    expect(checks.icon?.({ picture: null, saved: null })).toBe('The icon is missing.');
  });
});

describe('a push campaign', () => {
  it('sends ages and a frequency only where they are chosen', () => {
    const values = { ...pushValues(undefined), name: ' Cabins ' };
    expect(pushBody(values, false, undefined)).toMatchObject({
      name: 'Cabins',
      subscription_age: null,
      frequency_cap: null,
    });
    expect(pushBody({ ...values, age_to: 90, capShows: 1 }, false, undefined)).toMatchObject({
      subscription_age: { from_days: 0, to_days: 90 },
      frequency_cap: { shows: 1, hours: 24 },
    });
  });
  it('reads what was stored', () => {
    const values = pushValues({ subscription_age: { from_days: 0, to_days: 30 }, target_id: 2 } as PushCampaign);
    expect([values.age_from, values.age_to, values.target_id]).toEqual(['', 30, '2']);
    expect(ageText(values)).toBe('Up to 30 days');
  });
  it('keeps its labels, and what it wants of pages and addresses', () => {
    const stored = { marks: ['rain'], keywords: ['shoes'], excluded_keywords: ['war'], target_id: 1 } as PushCampaign;
    const values = pushValues({ ...stored, categories: [19] } as PushCampaign);
    expect(pushBody({ ...values, ip_targetings: ['192.0.2.0/24'] }, true, stored)).toMatchObject({
      marks: ['rain'],
      keywords: ['shoes'],
      excluded_keywords: ['war'],
      ip_targetings: ['192.0.2.0/24'],
    });
    expect(pushReachBody({ ...values, capShows: 2 }, false, undefined)).toMatchObject({
      categories: [19],
      keywords: ['shoes'],
      frequency_cap: { shows: 2, hours: 24 },
    });
  });
  it('costs no more a day than its limit', () => {
    const all = { pushes: 1000, engagement: 2, bid: 0.1 };
    expect(costADay({ ...all, limit: null })).toBe(2);
    expect(costADay({ ...all, limit: 1.5 })).toBe(1.5);
  });
});
