import { describe, expect, it } from 'vitest';
import type { Site } from '~/api/types';
import { domainError, emptyMetric, siteBody, siteValues } from './site-values';

const SITE: Site = {
  id: 6,
  name: 'Harbour Post',
  domain: 'harborpost.example',
  category: 3,
  status_id: 2,
  allowed_categories: [],
  forbidden_categories: [4],
  shows_own_ads: true,
  verification: {
    state: 'unverified',
    method: null,
    verified_at: null,
    lost_at: null,
    pauses_at: null,
    is_paused: false,
    is_waited_for: false,
  },
  blocks_count: 1,
  version: 2,
  created_at: '2026-11-01T00:00:00Z',
  reject_comment: '',
  metrics: [{ ...emptyMetric(), url: ' https://stats.example ', password: ' kept as it is ' }],
};

describe('domainError', () => {
  it('takes what a person calls an address', () => {
    for (const domain of [
      'harborpost.example',
      'http://harborpost.example',
      'HTTPS://www.Harborpost.example:8443/news?x=1',
      ' zeitung-höfe.example ',
      '203.0.113.7',
      '127.0.0.1:8000',
      'http://blog.localhost:8000/',
    ]) {
      expect([domain, domainError(domain)]).toEqual([domain, null]);
    }
  });

  it('says what is wrong', () => {
    for (const domain of [
      '',
      'localhost',
      'ftp://a.example',
      '{host}',
      'http://{host}/x',
      'a b.example',
      'a..b',
      '.a',
    ]) {
      expect([domain, domainError(domain)]).not.toEqual([domain, null]);
    }
  });
});

it('tells what to take in place of localhost, with the two that work', () => {
  for (const domain of ['localhost', 'http://localhost:3000/x', 'LOCALHOST']) {
    expect(domainError(domain)).toContain('127.0.0.1, or a name such as blog.localhost');
  }
});

describe('siteBody', () => {
  it('keeps passwords as typed and cuts the rest', () => {
    expect(siteBody(siteValues(SITE), SITE)).toEqual({
      name: 'Harbour Post',
      domain: 'harborpost.example',
      category: 3,
      metrics: [
        {
          statistics_metrics: 'google_analytics',
          url: 'https://stats.example',
          password: ' kept as it is ',
          comment: '',
        },
      ],
      allowed_categories: [],
      forbidden_categories: [4],
      shows_own_ads: true,
      version: 2,
    });
  });

  it('leaves the name to the server and names no version for a new site', () => {
    const body = siteBody({ ...siteValues(undefined), domain: 'a.example' }, undefined);
    expect(body).not.toHaveProperty('name');
    expect(body).not.toHaveProperty('version');
    expect(body.category).toBe(0);
  });
});
