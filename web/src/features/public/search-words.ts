/** The longest run of words that is looked at: what is pasted may be a whole paragraph. */
const WORDS_MAX = 8;

/** Words that say nothing of what is looked for. */
const EMPTY = new Set(
  'a ad ads an and are at be by can could did do does for from get has have how i if in is it its me my not of on or our should that the there this to was we what when where which who why will with would you your t s'.split(
    ' ',
  ),
);

/** What is called differently by different people. A word that another one of its row begins with is only how some type it. */
const SAME = [
  ['refund', 'money back', 'paid back', 'pay back'],
  ['minimum', 'min', 'least', 'lowest', 'smallest'],
  ['maximum', 'max', 'highest', 'largest'],
  ['payout', 'pay out', 'paid out', 'withdraw', 'cash out'],
  ['autopayment', 'auto payment', 'autopayout', 'auto payout', 'automatic payout', 'automatic payment'],
  ['ban', 'reject', 'decline', 'disapprove'],
  ['deposit', 'top up', 'topup', 'pay in', 'add money', 'add funds'],
  ['income', 'earn', 'revenue'],
  ['impression', 'show'],
  ['conversion', 'lead'],
  ['fraud', 'robot', 'bot', 'fake'],
  ['crypto', 'usdt', 'tether'],
  ['publisher', 'webmaster'],
  ['second factor', '2fa', 'two factor'],
  ['statistics', 'stats', 'report'],
] as const;

/** One thing that is looked for. */
export interface Wish {
  /** What a text may hold for it: the beginnings of words that stand in a row. What was typed is the first. */
  ways: readonly (readonly string[])[];
  /** It has a row among the names: none of them is half a word, still to be typed. */
  isNamed: boolean;
}

/** A shorter beginning, when it is known to be a word, is one alone: a ban is no bank. */
const SHORT_LETTERS = 5;

/** Words of a text, in lower case; names of macros and fields are one. */
const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];

/** Without its ending, if enough is left. */
function cut(word: string, ending: RegExp, least: number): string {
  const rest = word.replace(ending, '');
  return rest.length >= least ? rest : word;
}

/** What the other forms of a word begin with too: refund of refunds, ban of banned, categor of category. */
export function stem(word: string): string {
  const singular = cut(word, /(?<=[aeiouy].*)(?:(?<=..(?:s|x|z|[cs]h))es|(?<![sui])s)$/, 2);
  const plain = cut(singular, /(?<=[aeiouy].*)(?:(?<!e)ed|ing)$/, 3);
  const single = plain === singular ? plain : plain.replace(/([^aeioulsz])\1$/, '$1');
  return cut(cut(single, /(?:ie?|y)$/, 3), /(?<=t)ion$|e$/, 5);
}

const stemsOf = (text: string): string[] => wordsOf(text).map(stem);

const ROWS = SAME.map((row) => {
  const names = row.map(stemsOf);
  const isShort = ([word = '', ...more]: string[]) =>
    more.length === 0 && names.some(([other = '']) => other !== word && other.startsWith(word));
  return { names, ways: names.filter((name) => !isShort(name)) };
});

/** Whether words begin with these. */
const begin = (
  words: readonly string[],
  beginnings: readonly string[],
  fits: (word: string, start: string) => boolean,
) => beginnings.every((start, step) => fits(words[step] ?? '', start));

/** Whether a word is a form of a name. */
const isForm = (word: string, name: string): boolean =>
  name.length < SHORT_LETTERS ? stem(word) === name : word.startsWith(name);

/** What the first of these words name, with how many of them it takes; the longest name counts. */
function namedBy(words: readonly string[]): { wish: Wish; length: number } | undefined {
  const [longest] = ROWS.flatMap(({ names, ways }) => names.map((name) => ({ name, ways })))
    .filter(({ name }) => begin(words, name, isForm))
    .sort((one, other) => other.name.length - one.name.length);
  if (!longest) return undefined;
  const { name, ways } = longest;
  return {
    wish: { ways: [...ways].sort((a, b) => Number(b === name) - Number(a === name)), isNamed: true },
    length: name.length,
  };
}

/** What is looked for with these words. */
export function wishesOf(phrase: string): Wish[] {
  const words = wordsOf(phrase).slice(0, WORDS_MAX);
  const typed = (word: string): Wish => ({ ways: [[stem(word)]], isNamed: false });
  const wishes: Wish[] = [];
  for (let at = 0; at < words.length; ) {
    const named = namedBy(words.slice(at));
    const word = words[at] ?? '';
    if (named) wishes.push(named.wish);
    else if (!EMPTY.has(word)) wishes.push(typed(word));
    at += named?.length ?? 1;
  }
  return wishes.length > 0 ? wishes : words.map(typed);
}

/** Whether a text holds what is looked for. */
export function holds(text: string, { ways, isNamed }: Wish): boolean {
  const words = wordsOf(text);
  const fits = isNamed ? isForm : (word: string, start: string) => word.startsWith(start);
  return ways.some((way) => words.some((_, at) => begin(words.slice(at, at + way.length), way, fits)));
}

/** How many of the wishes a text holds. */
export const held = (text: string, wishes: readonly Wish[]): number =>
  wishes.filter((wish) => holds(text, wish)).length;
