import { readNumber } from '~/lib/amount';
import { buying, earning, priceText, splitClick } from './estimate';

describe('what a budget buys', () => {
  it('is clicks by their price, and what comes of them', () => {
    expect(buying({ budget: 500, bid: 0.25, conversion: 2 })).toEqual({
      clicks: 2000,
      conversions: 40,
      costPerConversion: 12.5,
    });
  });
  it('has no cost of a conversion where there is none', () => {
    expect(buying({ budget: 500, bid: 0.25, conversion: 0 }).costPerConversion).toBeNull();
    expect(buying({ budget: 500, bid: 0, conversion: 2 }).clicks).toBeNull();
  });
});

describe('what visits earn', () => {
  it('is the share of valid clicks', () => {
    expect(earning({ visits: 100_000, places: 3, viewed: 60, ctr: 0.5, cpc: 0.1, share: 70 })).toEqual({
      views: 180_000,
      clicks: 900,
      income: 63,
    });
  });
  it('is nothing that can be counted where a field is empty', () => {
    expect(earning({ visits: null, places: 3, viewed: 60, ctr: 0.5, cpc: 0.1, share: 70 }).income).toBeNull();
  });
});

it('splits a click as the ledger does', () => {
  expect(splitClick(0.1, 70)).toEqual({ advertiser: -0.1, webmaster: 0.07, network: 0.03 });
  expect(splitClick(0.099999, 70)).toEqual({ advertiser: -0.099999, webmaster: 0.069999, network: 0.03 });
});

describe('a price in a field', () => {
  it.each([1, 0.5, 1.12, 1.125, 12.345, 0.0625, 1234.5])('%s is read as what it is', (price) => {
    expect(readNumber(priceText(price), 6)).toEqual({ number: price });
  });
});
