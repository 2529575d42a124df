/** The texts that come with the program say what the program does: names are compared with where they are defined. */
import { VERDICT_LABELS } from '~/api/words';
import { BAN_REASONS } from '~/lib/ban-reasons';
import { ADVERTISER_METRICS, WEBMASTER_METRICS } from '~/lib/metrics';
import { AD_STATUSES, CAMPAIGN_STATUSES, DRAFT } from '~/lib/statuses';

const files = import.meta.glob<string>('../../../../crates/api/assets/texts/*/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});

interface Text {
  kind: string;
  slug: string;
  head: Record<string, string>;
  body: string;
}

const texts = Object.entries(files).map(([path, file]): Text => {
  const [, kind = '', slug = ''] = /\/(\w+)\/([\w-]+)\.md$/.exec(path) ?? [];
  const [, head = '', body = ''] = /^---\n(.*?)\n---\n(.*)$/s.exec(file) ?? [];
  const pairs = head
    .split('\n')
    .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]);
  return { kind, slug, head: Object.fromEntries(pairs), body };
});

const bodyOf = (slug: string): string => texts.find((text) => text.slug === slug)?.body ?? '';

/** Cells of all tables, plain. */
const cellsOf = (body: string): string[] =>
  body
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .flatMap((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim()));

/** Pages that texts link to beside one another. */
const PAGES = ['/account', '/account/password/reset', '/adsamples', '/apiDoc', '/contacts', '/helpCenter'];
/** Texts that have an address of their own. */
const addressOf = ({ kind, slug }: Text): string =>
  kind === 'help' ? `/helpCenter/${slug}` : kind === 'policy' ? `/account/${slug}` : `/${slug}`;

test('there are texts', () => {
  expect(texts.length).toBeGreaterThan(20);
});

describe.each(texts.map((text) => [`${text.kind}/${text.slug}`, text] as const))('%s', (_, text) => {
  test('has a head', () => {
    expect(Object.keys(text.head)).toEqual(['title', 'description', 'section', 'order', 'updated']);
    for (const value of Object.values(text.head)) expect(value).not.toBe('');
    expect(text.head.description?.length).toBeLessThanOrEqual(160);
    expect(text.head.updated).toMatch(/^\d{4}-\d\d-\d\d$/);
    // The page's own heading is the title.
    expect(text.body.replaceAll(/```.*?```/gs, '')).not.toMatch(/^# /m);
  });

  test('links to pages that exist', () => {
    const known = new Set([...PAGES, ...texts.map(addressOf)]);
    for (const [, href = ''] of text.body.matchAll(/\]\(([^)]+)\)/g)) {
      if (!href.startsWith('https://')) expect(known).toContain(href);
    }
  });

  test('asks for settings that there are', () => {
    const known = [
      'name',
      'origin',
      'webmaster_share_percent',
      'minimum_payout',
      'minimum_bid_push',
      'maximum_conversion_payout',
      'hold_days',
      'referral_percent',
      'referral_months',
      'session_days',
      'log_days',
      'click_months',
      'hourly_months',
    ];
    // Limits stand in the program: a test of the server's finds what it does not fill.
    for (const [, key = ''] of text.body.matchAll(/\{\{(?!limit\.\w+\}\})([^}]*)\}\}/g)) {
      expect(known.map((name) => `site.${name}`)).toContain(key);
    }
  });
});

test('all reasons of a rejection are explained, in their own words', () => {
  const cells = cellsOf(bodyOf('moderation'));
  for (const reason of BAN_REASONS) expect(cells).toContain(reason.text);
});

test('all figures are explained under their own names', () => {
  const body = bodyOf('statistics');
  for (const metric of [...ADVERTISER_METRICS, ...WEBMASTER_METRICS]) expect(body).toContain(`\`${metric.key}\``);
  const cells = cellsOf(body);
  // Conversions by state share a line.
  const together = ['On hold', 'Approved', 'Rejected'];
  for (const { label } of [...ADVERTISER_METRICS, ...WEBMASTER_METRICS])
    if (!together.includes(label)) expect(cells).toContain(label);
});

test('all statuses are explained', () => {
  const cells = cellsOf(bodyOf('statuses'));
  for (const { label } of [...Object.values(CAMPAIGN_STATUSES), ...Object.values(AD_STATUSES), DRAFT])
    expect(cells).toContain(label);
});

const source = import.meta.glob<string>('../../../../crates/model/src/{books/verdict,creative/landing}.rs', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** Names that the program defines in a list of `Variant = number, "name"`. */
const namesIn = (file: string): string[] => {
  const text = Object.entries(source).find(([path]) => path.endsWith(file))?.[1] ?? '';
  return [...text.matchAll(/^ {4}\w+ = \d+, "(\w+)"/gm)].map(([, name = '']) => name);
};

test('all verdicts and macros are explained', () => {
  expect(namesIn('verdict.rs')).toContain('valid');
  expect(Object.keys(VERDICT_LABELS)).toEqual(namesIn('verdict.rs'));
  // By the words of the tables, and by the names of the files.
  for (const [name, label] of Object.entries(VERDICT_LABELS)) {
    expect(label).toMatch(/^[A-Z]/);
    expect(bodyOf('click-validity')).toContain(`${label} (\`${name}\`)`);
  }
  expect(namesIn('landing.rs')).toContain('click_id');
  for (const macro of namesIn('landing.rs')) expect(bodyOf('macros')).toContain(`\`{${macro}}\``);
});

test('the figure on the home page is that of the benchmarks', () => {
  const files = import.meta.glob<string>(['./hero-blocks.tsx', '../../../../docs/benchmarks.md'], {
    query: '?raw',
    import: 'default',
    eager: true,
  });
  const median = /^\| 10,000 \| \d+ \| \d+ \| ([\d.]+) us \|/m.exec(files['../../../../docs/benchmarks.md'] ?? '')?.[1];
  expect(files['./hero-blocks.tsx']).toContain(`Median choice among 10,000 live ads: ${median} µs`);
});

/** Files beside the texts that say the same. */
const others = import.meta.glob<string>(
  [
    '../../../../README.md',
    '../../../../tag/build.mjs',
    '../sites/site-form.tsx',
    './advertiser-landing.tsx',
    './home-page.tsx',
    './webmaster-landing.tsx',
  ],
  { query: '?raw', import: 'default', eager: true },
);
const fileOf = (path: string) => Object.entries(others).find(([key]) => key.endsWith(path))?.[1] ?? '';

test("readme, help and the field name the same pages of one's own machine", () => {
  for (const text of [fileOf('README.md'), bodyOf('first-site'), fileOf('site-form.tsx')]) {
    expect(text).toContain('127.0.0.1');
    expect(text).toContain('blog.localhost');
  }
});

test('as many rules are told as there are', () => {
  // A valid click fell by none, and what was taken back fell by no rule.
  const rules = namesIn('verdict.rs').filter((name) => !['valid', 'voided'].includes(name));
  expect([rules.length, bodyOf('faq')]).toEqual([17, expect.stringContaining('seventeen rules')]);
});

test('the size of the script is the one that the build allows', () => {
  expect(fileOf('build.mjs')).toContain('CORE_LIMIT_BYTES = 6_000;');
  for (const slug of ['about', 'faq', 'tag']) expect(bodyOf(slug)).toMatch(/\b6 kB/);
  expect(fileOf('webmaster-landing.tsx')).toContain('At most 6 kB of script');
  expect(fileOf('home-page.tsx')).toContain('<Figure value="6" unit="kB">');
});

test('push is told of wherever the network says what it is', () => {
  for (const page of ['home-page', 'advertiser-landing', 'webmaster-landing'])
    expect(fileOf(`${page}.tsx`), page).toMatch(/push/i);
  for (const slug of ['about', 'premium']) expect(bodyOf(slug), slug).toMatch(/push/i);
});

test('the page for webmasters and the help say the same of payouts', () => {
  const page = fileOf('webmaster-landing.tsx').replaceAll(/\s+/g, ' ');
  for (const term of ['TRC20', 'ERC20', 'each Monday at 06:00 UTC']) {
    expect(bodyOf('earnings')).toContain(term);
    expect(page).toContain(term);
  }
  // What is a setting is no figure of the page's own.
  for (const key of ['minimum_payout', 'hold_days', 'referral_percent', 'referral_months']) {
    expect(bodyOf('earnings')).toContain(`{{site.${key}}}`);
    expect(page).toContain(`<SiteValue of="${key}" />`);
  }
});
