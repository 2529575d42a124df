// @vitest-environment node
/** Calls, their keys and what they answer are declared once, by the generator: nothing asks the API by hand. */
import { type ESTree, parseSync, Visitor } from 'vite';
import document from '../../api/openapi.json?raw';
import type { StatusTone } from '../lib/statuses';

const sources = import.meta.glob<string>(
  ['../{app,features,layouts,lib,routes,ui}/**/*.{ts,tsx}', '!../**/*.test.{ts,tsx}'],
  {
    query: '?raw',
    import: 'default',
    eager: true,
  },
);

/** Ways to ask by hand. */
const BY_HAND: Record<string, RegExp> = {
  'a call by its path': /import \{[^}]*\b(?:call|send)\b[^}]*\} from '~\/api\/http'/,
  'a key of its own': /\bqueryKey: \[\s*['"`]/,
  'a question of its own': /\bqueryFn:/,
  'a function of the client':
    /import (?!type\b)(?:\{(?:\s*type \w+,)*\s*(?!type )\w+[^}]*\}|\* as \w+) from '~\/api\/sdk'/,
  'an address of its own': /(?<![\w.])fetch\(/,
};

/** Pages for visitors load no client at first, and who is logged in is asked before there is a page. */
const VISITORS = [
  'app/queries.ts',
  'features/confirm/api.ts',
  'features/public/contacts-page.tsx',
  'features/public/help-search.ts',
  'features/public/site.tsx',
  'features/public/text.ts',
  'features/reset/api.ts',
  'features/signup/api.ts',
];

/**
 * The session is asked for before there is a client, and ends when the page does; the choice of cookies asks for the page; the
 * reference shows how others ask.
 */
const BELOW = ['app/cookie-choice.ts', 'app/log-out.ts', 'app/session.ts', 'features/api-doc/examples.ts'];

/** Files that ask by hand, and how. */
const found = Object.entries(sources).flatMap(([path, text]) => {
  const ways = Object.keys(BY_HAND).filter((way) => BY_HAND[way]?.test(text));
  return ways.length > 0 ? [{ path: path.replace('../', ''), ways }] : [];
});

test('only pages for visitors ask by hand', () => {
  const allowed = new Set([...VISITORS, ...BELOW]);
  expect(found.filter(({ path }) => !allowed.has(path))).toEqual([]);
});

test('whoever may ask by hand does', () => {
  const asking = new Set(found.map(({ path }) => path));
  expect([...VISITORS, ...BELOW].filter((path) => !asking.has(path))).toEqual([]);
});

/** Folders, and what nothing in them may import. */
const BORDERS = {
  ui: /^import (?!type\b)[^;]* from '(?:~\/features|\.\.\/features|~\/api\/(?:sdk|queries|http)|@tanstack\/react-query)/m,
  lib: /^import (?!type\b)[^;]* from '(?:~\/(?:app|features|layouts|routes|ui)|\.\.\/(?:app|features|ui)|react|@tanstack\/react-query)/m,
};

/**
 * Numbers of the application itself: what it draws, offers or asks for at once. Limits of the API are read from `~/api/words`: a new
 * name here needs a reason why the document cannot say it.
 */
const OWN_NUMBERS: Record<string, readonly string[]> = {
  'features/ads/contest/group-contest.tsx': ['ADS_MAX'],
  'features/ads/import/sample-words.ts': ['NAMED_MAX'],
  'features/ads/sheet/model.ts': ['STEPS_MAX'],
  'features/ads/sheet/tsv.ts': ['LINES_MAX'],
  'features/api-doc/condense.ts': ['INLINE_VALUES_MAX'],
  'features/audit/change-words.ts': ['NAMED_MAX', 'TEXT_MAX'],
  'features/campaigns/form/excluded-groups.tsx': ['GROUPS_MAX', 'NETWORKS_MAX'],
  'features/charts/series-query.ts': ['STEPS_MAX'],
  'features/constructor/contrast.ts': ['CONTRAST_MIN', 'LARGE_CONTRAST_MIN'],
  'features/constructor/history.ts': ['STEPS_MAX'],
  'features/finance/balance/forecast.ts': ['HOURS_MAX'],
  'features/finance/top-up/promo-field.tsx': ['CODE_TYPED_MAX'],
  'features/frame/bell.tsx': ['SHOWN_MAX'],
  'features/list/list-file.ts': ['ROWS_MAX'],
  'features/moderation/use-lock.ts': ['HOLDS_MAX_MS', 'HOLDS_MIN_MS'],
  'features/money/amounts.tsx': ['EXACT_DECIMALS_MAX'],
  'features/money/corrections/user-field.tsx': ['OFFERED_MAX'],
  'features/public/search-words.ts': ['WORDS_MAX'],
  'features/push/ad-list/push-contest.tsx': ['ADS_MAX'],
  'features/push/campaign-list/push-opened.tsx': ['COMPARED_MAX'],
  'features/rules/rule-words.ts': ['DECIMALS_MAX'],
  'features/sources/use-source-rows.ts': ['BLOCKS_MAX'],
  'features/statistics/filters.tsx': ['LABEL_MAX', 'NAMED_MAX'],
  'features/statistics/question.ts': ['BELOW_MAX'],
  'features/statistics/search.ts': ['VALUES_MAX'],
  'features/targeting/pasted.ts': ['NAMED_MAX', 'NAME_CHARS_MAX'],
  'features/targeting/sources.ts': ['ASKED_MAX'],
  'features/teams/managers.ts': ['MANAGERS_MAX'],
  'features/voids/void-fields.tsx': ['VALUES_MAX'],
  'lib/amount.ts': ['TYPED_MAX', 'WHOLE_DIGITS_MAX', 'COUNT_DIGITS_MAX'],
  'lib/interval.ts': ['TRIES_MIN'],
  'lib/names.ts': ['NAMED_MAX'],
  'lib/otp.ts': ['OTP_TYPED_MAX'],
  'lib/safe-path.ts': ['LENGTH_MAX', 'DECODINGS_MAX'],
  // Pages for visitors have search fields as well, and load nothing of the API.
  'lib/search-params.ts': ['PHRASE_MAX'],
};

/** Files in which a pattern is found. */
const filesWith = (pattern: RegExp): string[] =>
  Object.entries(sources)
    .filter(([, text]) => pattern.test(text))
    .map(([path]) => path.replace('../', ''));

test('limits of the API are read from its document', () => {
  const own = /^(?:export )?const (\w*(?:_MAX|_MIN)(?:_MS)?) = [\d_.]+(?: \* [\d_]+)*;/gm;
  const found = Object.entries(sources).flatMap(([path, text]) => {
    const names = [...text.matchAll(own)].flatMap(([, name]) => name ?? []);
    return /^\.\.\/(?:features|lib)\//.test(path) && names.length > 0
      ? [[path.replace('../', ''), names] as const]
      : [];
  });
  expect(Object.fromEntries(found)).toEqual(OWN_NUMBERS);
});

test('how long a text may be has a name', () => {
  expect(filesWith(/\bmaxLength=\{\d/)).toEqual([]);
});

test('numbers of the API are compared by their names', () => {
  const bare = /(?:_id|[a-z]Id|[fF]ormat)\)? (?:[!=]==|\?\?) [1-9]|(?:_ids|[fF]ormats)\.includes\([1-9]/;
  for (const text of ['user.status_id !== 1', 'format === 16', 'formats.includes(4)', 'of?.target_id ?? 1']) {
    expect(bare.test(text)).toBe(true);
  }
  expect(bare.test('error.status === 404')).toBe(false);
  expect(filesWith(bare)).toEqual([]);
});

/**
 * What says something else of the values of an enum than what they are called, with the reason: words are read from `~/api/words`.
 */
const OWN_WORDS: Record<string, string> = {
  'features/ads/bids/follow.ts BidMode': 'what was done to ads',
  'features/constructor/code.ts BlockPlacement': 'where the code goes, in a sentence',
  'features/constructor/gallery.tsx NativeFormatId': 'sentences of a page',
  'features/constructor/placement-part.tsx BlockPlacement': 'sentences of a page',
  'features/push/ad-form/button-editor.tsx ButtonActionName': 'what a press does',
  'features/sites/verification.tsx VerificationMethodName': 'a part of sentences, with its article',
  'features/sources/source-dialogs.tsx SourceStateName': 'verbs of actions',
  'features/sources/use-source-changes.ts SourceStateName': 'what was done to sources',
  'features/users/user-figures.tsx CabinetRole': 'headings of a page',
  'lib/ban-reasons.ts BanReasonId': 'keys of a keyboard',
};

/** The schemas of enums that have words, by their values as a source writes them. */
const WORDED = new Map(
  Object.entries<Record<string, string[] | undefined>>(JSON.parse(document).components.schemas).flatMap(
    ([name, { enum: values, 'x-enum-labels': labels, 'x-enum-varnames': names }]) => {
      const written = names?.map((one) => `${name.replace(/(Id|Name)$/, '')}.${one}`) ?? values;
      return labels && written ? [[written.toSorted().join(), name] as const] : [];
    },
  ),
);

/** Texts that nobody reads. */
const TONES = new Set<unknown>(['ok', 'warn', 'bad', 'info', 'idle'] satisfies StatusTone[]);

type Part = ESTree.Node | null | undefined;

/** The enums that a source has words of its own for: in an object by their values, in choices, or in pairs. */
function wordedIn(path: string, source: string): string[] {
  const found: string[] = [];
  const written = (node: Part) => node && source.slice(node.start, node.end).replaceAll(/^'|'$/g, '');
  const textOf = (node: Part): Part => (node?.type === 'Property' ? node.value : null);
  const partOf = ({ properties }: ESTree.ObjectExpression, name: string): Part =>
    textOf(properties.find((part) => part.type === 'Property' && written(part.key) === name));
  const isText = (node: Part): boolean =>
    node?.type === 'ObjectExpression'
      ? isText(partOf(node, 'label'))
      : node?.type === 'Literal' && typeof node.value === 'string' && !TONES.has(node.value);
  const pairOf = (node: Part): Part[] => {
    if (node?.type === 'Property') return [node.key, node.value];
    if (node?.type === 'ObjectExpression') return [partOf(node, 'value'), partOf(node, 'label')];
    return node?.type === 'ArrayExpression' && node.elements.length === 2 ? node.elements : [];
  };
  const look = (parts: readonly Part[]) => {
    const pairs = parts.map(pairOf);
    const values = pairs.map(([value]) => written(value));
    const name = WORDED.get(values.toSorted().join());
    if (name && pairs.every(([, text]) => isText(text))) found.push(name);
  };
  new Visitor({
    ObjectExpression: ({ properties }) => look(properties),
    ArrayExpression: ({ elements }) => look(elements),
  }).visit(parseSync(path, source).program);
  return found;
}

test('what values of the API are called is read from its document', () => {
  for (const text of [
    "{ csv: 'CSV', json: 'JSON' }",
    "{ [PromoKind.Fixed]: 'Amount', [PromoKind.Part]: 'Part' }",
    "{ csv: { label: 'CSV', tone }, json: { label: 'JSON', tone } }",
    "[{ value: 'json', label: 'JSON' }, { value: 'csv', label: 'CSV' }]",
    "[['csv', 'CSV'], ['json', 'JSON']]",
  ]) {
    expect(wordedIn('own.ts', `const OWN = ${text};`)).toHaveLength(1);
  }
  expect(wordedIn('own.ts', "const TONES = { csv: 'ok', json: 'bad' };")).toEqual([]);
  const found = Object.entries(sources).flatMap(([path, text]) =>
    wordedIn(path, text).map((name) => `${path.replace('../', '')} ${name}`),
  );
  expect(found.toSorted()).toEqual(Object.keys(OWN_WORDS));
});

/** Lines of a file that declares a list, and of one that holds a form, at most. */
const LINES_MAX = { list: 80, form: 120 };

/** What a file holds: whatever names the type of lists makes one, or a part of one. A form beside a list is looked at as a form. */
function kindOf(path: string, text: string): keyof typeof LINES_MAX | null {
  if (!path.startsWith('../features/') || /^\.\.\/features\/(?:list|form)\//.test(path)) return null;
  if (/\buseForm[<(]/.test(text)) return 'form';
  return /\bListSpec</.test(text) ? 'list' : null;
}

test.each(['list', 'form'] as const)('a %s stays short', (kind) => {
  const all = Object.entries(sources).filter(([path, text]) => kindOf(path, text) === kind);
  expect(all.length).toBeGreaterThan(25);
  const longer = all
    .map(([path, text]) => [path.replace('../', ''), text.trimEnd().split('\n').length] as const)
    .filter(([, count]) => count > LINES_MAX[kind]);
  expect(longer).toEqual([]);
});

/**
 * Files that draw a table by themselves, each with why it is no list: a list declares what it is, and the kit of lists draws it.
 */
const OWN_TABLES: Record<string, string> = {
  'features/account/notices.tsx': 'a form: two choices for each kind of notice',
  'features/ads/bids/bid-hours.tsx': 'the hours of a chart, in figures',
  'features/ads/contest/contest.tsx': 'a comparison: ads of a test beside each other',
  'features/ads/import/import-page.tsx': 'what was read of a file before it is sent',
  'features/ads/sheet/grid.tsx': 'a sheet of cells that are typed into',
  'features/api-doc/guide.tsx': 'prose: headers of the API',
  'features/api-doc/reference.tsx': 'prose: fields of calls',
  'features/campaigns/bulk/bulk-settings.tsx': 'what a change would do, before it is made',
  'features/campaigns/delivery/delivery-funnel.tsx': 'the steps of a chart, in figures',
  'features/finance/balance/pending-days.tsx': 'sums by day',
  'features/finance/statements/statement-view.tsx': 'the lines of a document',
  'features/money/deposits/deposit-details.tsx': 'a part of one thing, which comes with it',
  'features/money/ledger/ledger-parts.tsx': 'sums by account and day, with what they add up to',
  'features/money/ledger/transaction-page.tsx': 'parts of one thing, which come with it',
  'features/overview/movers-panel.tsx': 'who moves most, in a few lines of the first page',
  'features/rules/dry-run.tsx': 'what a rule would have done, before it is saved',
  'features/sites/push/subscriber-groups.tsx': 'bars of a chart',
  'features/sources/sources-table.tsx': 'a report whose sites open to their blocks',
  'features/statistics/income-panels.tsx': 'what brings most, in a few lines beside a report',
  'features/statistics/rows.tsx': 'a report whose rows open to further ones',
  'features/statistics/stats-table.tsx': 'the top of a report',
  'features/system/page-speeds.tsx': 'measures, of which the first few stand there',
  'features/system/system-page.tsx': 'the state of the server, told anew every few seconds',
  'features/targeting/hours-grid.tsx': 'a field: the hours of a week',
  'features/users/user-account.tsx': 'a part of one thing, which comes with it',
};

/** What draws a table: the shared one, what the kit makes of it, or the bare element. */
const TABLE = /<(?:DataTable|AnswerTable|AnswerCards|table)\b/;

test('only what is no list draws its table by itself', () => {
  for (const text of ['<DataTable\n', '<DataTable<Row> label', '<AnswerCards {...', '<table className']) {
    expect(TABLE.test(text)).toBe(true);
  }
  const own = filesWith(TABLE).filter((path) => !path.startsWith('features/list/') && !path.startsWith('ui/'));
  expect(own.toSorted()).toEqual(Object.keys(OWN_TABLES));
});

test('links are typed, and so is what options are made with', () => {
  expect(filesWith(/\bhref=(?:"|\{`)\/(?!api\/)\w|\bas '\/'|\bas never\b/)).toEqual([]);
});

test('nothing is said to be of another type by way of none', () => {
  // The document has no type of the settings of a template.
  expect(filesWith(/\bas unknown as\b/)).toEqual(['features/constructor/api.ts']);
});

test('bodies with files are written by the client, but those of push, in which no buttons are said so', () => {
  expect(filesWith(/\bbodySerializer\b/)).toEqual(['features/push/ad-form/use-push-ad-send.ts']);
});

test('limits end in what they limit: TITLE_MAX', () => {
  expect(filesWith(/\bconst (?:(?:MIN|MAX)_|\w+_(?:MIN|MAX)_(?!MS\b))/)).toEqual([]);
});

test('an import of several lines is one as well', () => {
  for (const banned of Object.values(BORDERS)) {
    expect(banned.test("import {\n  a,\n  type B,\n} from '~/features/x';")).toBe(true);
    expect(banned.test("import type {\n  B,\n} from '~/features/x';\nimport { c } from './c';")).toBe(false);
  }
});

test.each(Object.entries(BORDERS))('%s stands by itself', (folder, banned) => {
  const files = Object.entries(sources).filter(([path]) => path.startsWith(`../${folder}/`));
  expect(files.length).toBeGreaterThan(20);
  expect(files.filter(([, text]) => banned.test(text)).map(([path]) => path)).toEqual([]);
});

/** Pages that stand as they are, drawn or worked out by what they hold, until more code has come. */
const LATER = [
  'features/public/calculator.tsx',
  'features/public/live-block.tsx',
  'features/public/live-notification.tsx',
];

test('code that somebody asks for by a press is loaded by what tells of a miss', () => {
  expect(filesWith(/\bvoid import\(/)).toEqual(LATER);
});
