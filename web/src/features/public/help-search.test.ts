import { questions, ranked } from './help-search';
import { wishesOf } from './search-words';
import type { TextEntry } from './text';

const files = import.meta.glob<string>('../../../../crates/api/assets/texts/help/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});

const articles = Object.entries(files)
  .map(([path, text]) => {
    const head = (key: string) => new RegExp(`^${key}: (.*)$`, 'm').exec(text)?.[1] ?? '';
    const slug = /([\w-]+)\.md$/.exec(path)?.[1] ?? '';
    const entry: TextEntry = {
      slug,
      kind: 'help',
      title: head('title'),
      description: head('description'),
      section: head('section'),
      snippet: null,
    };
    return { entry, order: Number(head('order')), text: text.toLowerCase() };
  })
  .sort((one, other) => one.order - other.order);

/** What the server answers: articles that hold a part of a word, those first that have it in their title or description. */
function answer(word: string): TextEntry[] {
  const weight = ({ title, description }: TextEntry) =>
    title.toLowerCase().includes(word) ? 8 : description.toLowerCase().includes(word) ? 4 : 1;
  return articles
    .filter(({ text }) => text.includes(word))
    .map(({ entry }) => entry)
    .sort((one, other) => weight(other) - weight(one));
}

function search(phrase: string) {
  const wishes = wishesOf(phrase);
  return ranked(wishes, new Map(questions(wishes).map((word) => [word, answer(word)])));
}

test.each([
  ['ban reason', 'moderation'],
  ['ban reasons', 'moderation'],
  ['why was my ad rejected?', 'moderation'],
  ['minimum payout', 'earnings'],
  ['withdraw', 'earnings'],
  ['autopayment', 'earnings'],
  ['referral income', 'earnings'],
  ['refund', 'budgets-and-bids'],
  ['how do I get my money back', 'budgets-and-bids'],
  ['top up', 'budgets-and-bids'],
  ['minimum bids', 'budgets-and-bids'],
  ['2fa', 'account-security'],
  ['stats', 'statistics'],
  ['push notifications on my site', 'push-site'],
  ['postback', 'postbacks'],
])('“%s” leads to %s first', (phrase, slug) => {
  const { articles: found, isAll } = search(phrase);
  expect([isAll, found[0]?.slug]).toEqual([true, slug]);
});

test('where no article holds all, those with more of it come first', () => {
  const { articles: found, isAll } = search('moderation xylophone reasons');
  expect([isAll, found[0]?.slug]).toEqual([false, 'moderation']);
  expect(found.length).toBeGreaterThan(1);
});

test('nothing is found where nothing holds any of it', () => {
  expect(search('xylophone')).toEqual({ articles: [], isAll: true });
  expect(search('?!')).toEqual({ articles: [], isAll: true });
});

test('a name is asked for once, and not by short words that stand everywhere', () => {
  expect(questions(wishesOf('refund refunds'))).toEqual(['refund']);
  expect(questions(wishesOf('autopayment'))).toEqual(['autopayment', 'autopayout', 'automatic', 'payout', 'payment']);
});
