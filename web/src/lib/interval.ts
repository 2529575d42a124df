/** How sure a share is, and which of several is the best one. Pure. */

/** Something that was tried, and how often it went well. */
export interface Tried {
  tries: number;
  hits: number;
}

/** A share with the bounds that hold it in 95 of 100 cases; of 1, not of a hundred. */
export interface Interval {
  rate: number;
  low: number;
  high: number;
}

/** The normal quantile of 95 %, two-sided. */
const Z = 1.959964;

/** Wilson's score interval: it holds its word for few tries and for shares near nothing too. */
export function intervalOf({ tries, hits }: Tried): Interval {
  if (tries <= 0) return { rate: 0, low: 0, high: 1 };
  const rate = hits / tries;
  const z2 = Z * Z;
  const middle = (rate + z2 / (2 * tries)) / (1 + z2 / tries);
  const half = (Z / (1 + z2 / tries)) * Math.sqrt((rate * (1 - rate)) / tries + z2 / (4 * tries * tries));
  return { rate, low: hits === 0 ? 0 : Math.max(0, middle - half), high: Math.min(1, middle + half) };
}

/** Points of each curve, and how many standard deviations it reaches to either side. */
const POINTS = 400;
const REACH = 8;

/** The beta curve of what is believed after the tries, without a scale: its logarithm at `x`. */
const logBeta = ({ tries, hits }: Tried, x: number): number => hits * Math.log(x) + (tries - hits) * Math.log1p(-x);

/** Points where the curve of one is, close enough for it. */
function gridOf({ tries, hits }: Tried): number[] {
  const [a, b] = [hits + 1, tries - hits + 1];
  const mean = a / (a + b);
  const deviation = Math.sqrt((a * b) / ((a + b) ** 2 * (a + b + 1)));
  const low = Math.max(1e-12, mean - REACH * deviation);
  const high = Math.min(1 - 1e-12, mean + REACH * deviation);
  return Array.from({ length: POINTS }, (_, at) => low + ((high - low) * at) / (POINTS - 1));
}

/**
 * The chance of each to be the best of all, in their order; they add up to 1. Each share is believed as its tries say, and
 * nothing else: a uniform prior.
 */
export function chancesToBeBest(all: readonly Tried[]): number[] {
  if (all.length <= 1) return all.map(() => 1);
  const grid = [...new Set(all.flatMap(gridOf))].sort((a, b) => a - b);
  const curves = all.map((one) => {
    const logs = grid.map((x) => logBeta(one, x));
    const top = Math.max(...logs);
    return logs.map((log) => Math.exp(log - top));
  });
  const widths = grid.map((x, at) => x - (grid[at - 1] ?? x));
  // The share of the curve below each point.
  const below = curves.map((curve) => {
    let sum = 0;
    const sums = curve.map((height, at) => {
      sum += ((height + (curve[at - 1] ?? height)) / 2) * (widths[at] ?? 0);
      return sum;
    });
    return sums.map((part) => part / (sum || 1));
  });
  // The chance that all others are below: the product of those before and of those behind, so that a contest costs the square
  // of its entries and not their cube.
  const wins = all.map(() => 0);
  const behind = [...wins];
  for (let at = 1; at < grid.length; at += 1) {
    const middles = below.map((one) => ((one[at] ?? 0) + (one[at - 1] ?? 0)) / 2);
    let product = 1;
    for (let me = all.length - 1; me >= 0; me -= 1) {
      behind[me] = product;
      product *= middles[me] ?? 0;
    }
    product = 1;
    for (let me = 0; me < all.length; me += 1) {
      const mass = (below[me]?.[at] ?? 0) - (below[me]?.[at - 1] ?? 0);
      wins[me] = (wins[me] ?? 0) + mass * product * (behind[me] ?? 0);
      product *= middles[me] ?? 0;
    }
  }
  const total = wins.reduce((sum, one) => sum + one, 0) || 1;
  return wins.map((one) => one / total);
}

/** What stands in a contest. */
export interface Entry extends Tried {
  id: string;
}

/** How it stands. */
export interface Standing extends Entry, Interval {
  /** The chance to be the best. */
  best: number;
  /** It may be stopped: it is not the best one, as sure as was asked for. */
  loses: boolean;
}

/** How all stand. */
export interface Contest {
  /** Best first. */
  standings: Standing[];
  /** Those with too few tries to say anything. */
  early: Entry[];
  /** The first is the best one, as sure as was asked for. */
  isDecided: boolean;
}

/** As sure as a person is told that something is so. */
export const SURE = 0.95;

/** Less was not tried often enough to be compared. */
export const TRIES_MIN = 200;

/** Who leads a contest, and how sure that is. */
export function contestOf(entries: readonly Entry[], sure = SURE): Contest {
  const ripe = entries.filter(({ tries }) => tries >= TRIES_MIN);
  const chances = chancesToBeBest(ripe);
  const standings = ripe
    .map((entry, at) => ({ ...entry, ...intervalOf(entry), best: chances[at] ?? 0 }))
    .sort((a, b) => b.best - a.best || b.rate - a.rate)
    .map((one, at) => ({ ...one, loses: at > 0 && one.best <= 1 - sure }));
  return {
    standings,
    early: entries.filter(({ tries }) => tries < TRIES_MIN),
    isDecided: standings.length > 1 && (standings[0]?.best ?? 0) >= sure,
  };
}

/** Who leads a contest, and over whom. */
export interface Lead {
  first: Standing;
  /** The chance that the first one is better than the next, whatever others there are. */
  beatsNext: number;
  /** Those that may be stopped. */
  losers: number;
}

/** Who leads; nothing while fewer than two were tried often enough. */
export function leadOf(entries: readonly Entry[]): Lead | null {
  const { standings } = contestOf(entries);
  const [first, next] = standings;
  if (!first || !next) return null;
  const [beatsNext = 0] = chancesToBeBest([first, next]);
  return { first, beatsNext, losers: standings.filter(({ loses }) => loses).length };
}

/** One scale for all: from a little below the lowest to a little above the highest bound. */
export function scaleOf(intervals: readonly Interval[]): { from: number; to: number } {
  if (intervals.length === 0) return { from: 0, to: 1 };
  const low = Math.min(...intervals.map((one) => one.low));
  const high = Math.max(...intervals.map((one) => one.high));
  const room = (high - low || high || 1) * 0.08;
  return { from: Math.max(0, low - room), to: Math.min(1, high + room) };
}

/** Where a value stands on a scale, in per cent. */
export const placeOn = ({ from, to }: { from: number; to: number }, value: number): number =>
  to > from ? Math.min(100, Math.max(0, ((value - from) / (to - from)) * 100)) : 0;

/** A chance in words: "97,8 %" but never that something is certain. */
export const surePercent = (chance: number): number => Math.min(99.9, Math.max(0.1, Math.round(chance * 1000) / 10));
