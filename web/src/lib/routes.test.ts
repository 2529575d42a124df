import { expect, it } from 'vitest';
import { routeName } from './routes';

it('names routes by their parts', () => {
  const table: [string, string | null][] = [
    ['/', 'index'],
    ['/en', 'index'],
    ['/en/', 'index'],
    ['/account/confirm', 'account-confirm'],
    ['/advertiser/campaigns', 'advertiser-campaigns'],
    ['/advertiser/campaigns/', 'advertiser-campaigns'],
    ['/en/webmaster/sites', 'webmaster-sites'],
    ['/service/jwtAdmin', 'service-jwtAdmin'],
    ['/advertiser/campaigns/7/groups/8', 'advertiser-campaigns-campaignId-groups-groupId'],
    ['/advertiser/campaigns/push', 'advertiser-campaigns-push'],
    ['/advertiser/campaigns/create', 'advertiser-campaigns-create'],
    [
      '/webmaster/sites/7/blocks/constructor/create/16',
      'webmaster-sites-siteId-blocks-constructor-create-templateType',
    ],
    ['/helpCenter/webmaster', 'helpCenter-slug'],
    ['/account/password/reset/abc', 'account-password-reset-token'],
    ['/nothing', null],
    ['', null],
  ];
  for (const [path, name] of table) expect(routeName(path), path).toBe(name);
});
