import { describe, expect, it } from 'vitest';
import { forgetWanted, rememberWanted, safePath, wantedOf } from './safe-path';

describe('a path from outside', () => {
  it('is followed inside this site', () => {
    for (const [given, followed] of [
      ['/', '/'],
      ['/advertiser/campaigns?status=stopped#top', '/advertiser/campaigns?status=stopped#top'],
      ['/en/webmaster/sites', '/en/webmaster/sites'],
      ['/advertiser/campaigns?q=a b', '/advertiser/campaigns?q=a%20b'],
      ['/account?next=https://elsewhere.example', '/account?next=https://elsewhere.example'],
      ['/helpCenter/caf%C3%A9', '/helpCenter/caf%C3%A9'],
      ['/javascript:alert(1)', '/javascript:alert(1)'],
    ]) {
      expect(safePath(given), given).toBe(followed);
    }
  });
  it('is not followed when a browser could read another site or a script in it', () => {
    for (const bad of [
      '//evil.example',
      '///evil.example',
      'https://evil.example',
      'https:/evil.example',
      'evil.example',
      '/\\evil.example',
      '\\\\evil.example',
      '/\t/evil.example',
      '/\n/evil.example',
      '\t//evil.example',
      ' //evil.example',
      '/ok\r\nset-cookie: a=b',
      '/..//evil.example',
      '/.//evil.example',
      '/a/..//evil.example',
      '/%2e%2e//evil.example',
      '/%2Fevil.example',
      '/%2f%2fevil.example',
      '/%5Cevil.example',
      '/%09/evil.example',
      '/%252Fevil.example',
      '/%25252525252Fevil.example',
      '/%252e%252e//evil.example',
      '/%E0%A4%A',
      'javascript:alert(1)',
      'data:text/html,x',
      '',
      null,
      undefined,
      7,
      ['/account'],
      `/${'x'.repeat(3000)}`,
    ]) {
      expect(safePath(bad), JSON.stringify(bad)).toBeNull();
    }
  });
});

describe('a wanted path', () => {
  const storage = () => {
    const map = new Map<string, string>();
    return {
      getItem: (key: string) => map.get(key) ?? null,
      setItem: (key: string, value: string) => void map.set(key, value),
      removeItem: (key: string) => void map.delete(key),
    };
  };
  it('is kept for whoever logs in next, until it is forgotten', () => {
    const kept = storage();
    rememberWanted(kept, '/webmaster/sites', null);
    expect(wantedOf(kept, '7')).toBe('/webmaster/sites');
    forgetWanted(kept);
    expect(wantedOf(kept, '7')).toBeNull();
  });
  it('is dropped when it belonged to another user, when it is no path, when it is spoiled', () => {
    const kept = storage();
    rememberWanted(kept, '/webmaster/sites', '8');
    expect(wantedOf(kept, '7')).toBeNull();
    expect(wantedOf(kept, '8')).toBe('/webmaster/sites');
    forgetWanted(kept);
    rememberWanted(kept, '//evil.example', null);
    expect(wantedOf(kept, '7')).toBeNull();
    kept.setItem('placard.wanted', '{');
    expect(wantedOf(kept, '7')).toBeNull();
  });
});
