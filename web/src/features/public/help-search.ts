import { queryOptions } from '@tanstack/react-query';
import { holds, type Wish, wishesOf } from './search-words';
import { type TextEntry, textsQuery } from './text';

/**
 * The server finds parts of words, wherever they stand in a text. Shorter ones that are words of a name stand in all texts, those
 * of a name of several words apart from one another.
 */
const ALONE_LETTERS = 4;
const TOGETHER_LETTERS = 5;

/** What a wish weighs by where it stands. */
const IN_TITLE = 8;
const IN_DESCRIPTION = 4;
const IN_BODY = 1;

/** Articles that a search found, the best first. */
export interface Found {
  articles: TextEntry[];
  /** They hold all that was looked for; else no article does, and these hold some of it. */
  isAll: boolean;
}

/** The ways that the server can be asked for. */
const askable = ({ ways, isNamed }: Wish): Wish['ways'] =>
  ways.filter((way) => {
    const letters = Math.min(...way.map((word) => word.length));
    return !isNamed || letters >= (way.length === 1 ? ALONE_LETTERS : TOGETHER_LETTERS);
  });

/** What the server is asked for to find out which articles hold the wishes. */
export const questions = (wishes: readonly Wish[]): string[] => [...new Set(wishes.flatMap(askable).flat())];

/** Puts the answers together, by how much of what was looked for an article holds, then by where it stands there. */
export function ranked(wishes: readonly Wish[], answers: ReadonlyMap<string, readonly TextEntry[]>): Found {
  const found = new Map<string, { article: TextEntry; count: number; weight: number; place: number }>();
  for (const wish of wishes) {
    const entries = askable(wish).flatMap((way) => {
      const [first = [], ...others] = way.map((word) => answers.get(word) ?? []);
      return [...first.entries()].filter(([, { slug }]) =>
        others.every((other) => other.some((entry) => entry.slug === slug)),
      );
    });
    const seen = new Set<string>();
    for (const [place, article] of entries) {
      if (seen.has(article.slug)) continue;
      seen.add(article.slug);
      const before = found.get(article.slug);
      const isNamed = holds(article.title, wish);
      const weight = isNamed ? IN_TITLE : holds(article.description, wish) ? IN_DESCRIPTION : IN_BODY;
      found.set(article.slug, {
        article: before?.article.snippet ? before.article : article,
        count: (before?.count ?? 0) + 1,
        weight: (before?.weight ?? 0) + weight,
        place: (before?.place ?? 0) + place,
      });
    }
  }
  const all = [...found.values()].sort((a, b) => b.count - a.count || b.weight - a.weight || a.place - b.place);
  const whole = all.filter(({ count }) => count === wishes.length);
  return {
    articles: (whole.length > 0 ? whole : all).map(({ article }) => article),
    isAll: whole.length > 0 || all.length === 0,
  };
}

/** Articles of the help center that fit the words. */
export const helpSearchQuery = (phrase: string) =>
  queryOptions({
    queryKey: ['help-search', phrase],
    queryFn: async ({ client }) => {
      const wishes = wishesOf(phrase);
      const ask = async (word: string) => [word, await client.ensureQueryData(textsQuery('help', word))] as const;
      return ranked(wishes, new Map(await Promise.all(questions(wishes).map(ask))));
    },
    staleTime: 5 * 60_000,
  });
