/** Query options, query keys and mutations of the generated client, whose calls answer with our errors. */
import './sdk';
import type { MutationFunctionContext, QueryClient } from '@tanstack/react-query';
import type * as generated from './gen/@tanstack/react-query.gen';

export * from './gen/@tanstack/react-query.gen';

/** Calls that ask, by their names: the `_id` of their keys. */
export type Question = keyof typeof generated extends infer Name
  ? Name extends `${infer Id}QueryKey`
    ? Id
    : never
  : never;

/** What an answer is about, out of its envelope: for `select`. */
export const dataOf = <T>(answer: { data: T }): T => answer.data;

/** A question of which the answer alone matters. */
export interface Asked<Answer> {
  queryKey: readonly unknown[];
  queryFn(context: {
    client: QueryClient;
    queryKey: readonly unknown[];
    signal: AbortSignal;
    meta: Record<string, unknown> | undefined;
  }): Promise<Answer>;
  select?(answer: Answer): Answer;
}

/** Generated options of whatever call as such a question: who gives them has checked what the call answers, or what is made of it. */
export const asked = <Answer>(options: { queryKey: readonly unknown[]; queryFn?: unknown; select?: unknown }) =>
  options as Asked<Answer>;

/** A generated mutation, of which only the call matters. */
export type MutationOf<Variables, Answer = unknown> = (options?: never) => {
  mutationFn?: (variables: Variables, context: MutationFunctionContext) => Promise<Answer>;
};

/** A call that changes nothing that is shown, or is one of several that are one change: whoever makes it tells the cache. */
export function make<Variables, Answer>(
  mutation: MutationOf<Variables, Answer>,
  variables: Variables,
  client: QueryClient,
): Promise<Answer> {
  const { mutationFn } = mutation();
  if (!mutationFn) throw new Error('a generated mutation has its call');
  return mutationFn(variables, { client, meta: undefined });
}
