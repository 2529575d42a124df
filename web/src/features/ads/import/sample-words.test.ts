import { expect, test } from 'vitest';
import { bidWords, capWords } from './sample-words';

test('a row is shown with the bids that it has', () => {
  const de = { country_code: 'DE', bid: 2.5 };
  const fr = { country_code: 'FR', bid: 1.8 };
  expect(bidWords({ one_bid_for_all_geo: null, bids: [] }, 'dollar')).toBe('Usual');
  expect(bidWords({ one_bid_for_all_geo: 1.5, bids: [] }, 'dollar')).toBe('$1,50');
  // Without a bid for all it is shown in these countries alone, for no usual bid.
  expect(bidWords({ one_bid_for_all_geo: null, bids: [de] }, 'dollar')).toBe('Only DE $2,50');
  expect(bidWords({ one_bid_for_all_geo: 1, bids: [de, fr] }, 'dollar')).toBe('$1,00; DE $2,50 · FR $1,80');
  const many = ['AT', 'CH'].map((code) => ({ country_code: code, bid: 0.07 }));
  expect(bidWords({ one_bid_for_all_geo: null, bids: [de, fr, ...many] }, 'dollar')).toBe(
    'Only DE $2,50 · FR $1,80 · AT $0,07 · 1 more',
  );
});

test('a limit of shows is told as it is written', () => {
  expect(capWords({ frequency_cap: { shows: 3, hours: 24 } })).toBe('3 in 24 h');
  expect(capWords({ frequency_cap: null })).toBe('No limit');
});
