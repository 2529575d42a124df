import { held, stem, wishesOf } from './search-words';

test.each([
  ['refunds', 'refund'],
  ['banned', 'ban'],
  ['bidding', 'bid'],
  ['rejected', 'reject'],
  ['rejection', 'reject'],
  ['reasons', 'reason'],
  ['payouts', 'payout'],
  ['categories', 'categor'],
  ['category', 'categor'],
  ['addresses', 'address'],
  ['address', 'address'],
  ['bonus', 'bonus'],
  ['statuses', 'status'],
  ['balances', 'balanc'],
  ['selling', 'sell'],
  ['speed', 'speed'],
  ['site', 'site'],
  ['pay', 'pay'],
  ['ads', 'ad'],
  ['sms', 'sms'],
  ['uses', 'use'],
  ['string', 'string'],
])('%s begins as its other forms do: %s', (word, expected) => {
  expect(stem(word)).toBe(expected);
  expect(word.startsWith(stem(word))).toBe(true);
});

test.each([
  ['refund', 'Can I get my money back?'],
  ['how do I get a refund?', 'Can I get my money back?'],
  ['money back', 'Refunds are sent within a day.'],
  ['minimum payout', 'Ask for one when the least amount is there: what is paid out goes to your wallet.'],
  ['withdrawals', 'Ask for a payout.'],
  ['ban reasons', 'A rejected ad names its reason.'],
  ['banned ads', 'Why was my ad rejected?'],
  ['autopayment', 'With automatic payout on, one is asked for each Monday.'],
  ['top-up', 'How do I pay in?'],
  ['2FA', 'The second factor'],
  ['category', 'You can refuse categories.'],
  ['modera', 'How long does moderation take?'],
  ['how to', 'How to start'],
  ['ÜBER', 'über uns'],
])('“%s” is found in “%s”', (phrase, text) => {
  const wishes = wishesOf(phrase);
  expect(wishes).not.toEqual([]);
  expect(held(text, wishes)).toBe(wishes.length);
});

test.each([
  ['refund', 'Come back to your money page.', 0],
  ['payout', 'What does a click cost?', 0],
  ['minimum payout', 'There is no minimum.', 1],
  ['top up', 'Stop it, and look up.', 0],
  ['ban', 'A bank transfer', 0],
  ['stats', 'What the statuses mean', 0],
  ['min bid', 'The lowest bid', 2],
  ['bot', 'Both', 0],
])('of “%s”, “%s” holds %i', (phrase, text, count) => {
  expect(held(text, wishesOf(phrase))).toBe(count);
});

test('what is typed comes first, then what others say', () => {
  expect(wishesOf('money back')[0]?.ways.slice(0, 2)).toEqual([['mone', 'back'], ['refund']]);
  expect(wishesOf('?!')).toEqual([]);
  expect(wishesOf('one two three four five six seven eight nine ten')).toHaveLength(8);
});
