import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import type { Change } from './change';
import { showDone } from './guess';
import type { Things } from './spec';

interface Thing {
  id: number;
  name: string;
}

const THINGS: Things<Thing> = {
  noun: ['thing', 'things'],
  rowName: ({ name }) => name,
  told: ['listSessions', 'getAd'],
};
const STOP: Change<Thing> = { done: 'stopped', guess: (row) => ({ ...row, name: 'guessed' }) };
const ROW = { id: 1, name: 'before' };

/** A question that has an answer already, and whose next one comes when it is told. */
function question(id: string, held: object) {
  const client = new QueryClient();
  const queryKey = [{ _id: id }];
  let answer: (now: object) => void = () => {};
  let isGivenUp = false;
  const queryFn = ({ signal }: { signal: AbortSignal }) => {
    signal.addEventListener('abort', () => {
      isGivenUp = true;
    });
    return new Promise<object>((resolve) => {
      answer = resolve;
    });
  };
  client.setQueryData(queryKey, held);
  const query = { queryKey, queryFn, staleTime: 0 };
  const show = () => new QueryObserver(client, { ...query, staleTime: Number.POSITIVE_INFINITY }).subscribe(() => {});
  return { client, query, show, answer: (now: object) => answer(now), isGivenUp: () => isGivenUp };
}

it.each([
  ['that nobody shows', false],
  ['that is on the screen', true],
])('answers a look at one thing %s with what the server says, beside a switch', async (_, isShown) => {
  const { client, query, show, answer } = question('getAd', { data: ROW });
  const hide = isShown ? show() : () => {};
  const look = client.fetchQuery(query);
  showDone(client, THINGS, STOP, [ROW]);
  expect(client.getQueryData(query.queryKey)).toEqual({ data: { id: 1, name: 'guessed' } });
  answer({ data: { id: 1, name: 'changed elsewhere' } });
  expect(await look).toEqual({ data: { id: 1, name: 'changed elsewhere' } });
  hide();
});

it('answers a look at a list that nobody shows with what the server says', async () => {
  const { client, query, answer } = question('listSessions', { data: [ROW] });
  const look = client.fetchQuery(query);
  showDone(client, THINGS, STOP, [ROW]);
  answer({ data: [] });
  expect(await look).toEqual({ data: [] });
});

it('gives up what a list on the screen asked for before, where it has what was done', () => {
  const other = { id: 2, name: 'other' };
  const lists = [question('listSessions', { data: [ROW] }), question('listSessions', { data: [other] })];
  const given = lists.map(({ client, query, show, isGivenUp }) => {
    const hide = show();
    client.fetchQuery(query).catch(() => undefined);
    showDone(client, THINGS, STOP, [ROW]);
    const isUp = isGivenUp();
    hide();
    return isUp;
  });
  expect(given).toEqual([true, false]);
});
