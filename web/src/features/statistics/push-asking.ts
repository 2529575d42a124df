/** How pushes are asked about: one group at a time, values that are, and names of their own. */
import { getPushStatsOptions, queryAdvertiserStatsOptions } from '~/api/queries';
import type { AdvertiserStatsRequest, GetPushStatsData, PushStatistic, PushStatsAnswer, PushStatsRow } from '~/api/sdk';
import { CampaignType } from '~/api/words';
import type { Question, StatAnswer, StatRow, ValueLists } from './asking';

type Query = NonNullable<GetPushStatsData['query']>;
type Group = NonNullable<Query['group_by']>;

/** The fields of a row: what it is of, and how that is called. */
const FIELDS: Record<Group, readonly [id: keyof PushStatsRow, name: keyof PushStatsRow]> = {
  campaign: ['campaign_id', 'campaign_name'],
  ad: ['ad_id', 'ad_title'],
  country: ['country_code', 'country_name'],
  device_type: ['device_type_id', 'device_type_name'],
  block: ['block_id', 'block_name'],
  user: ['user_id', 'user_name'],
  month: ['month', 'month'],
  date: ['date', 'date'],
};

const isGroup = (name: string): name is Group => name in FIELDS;

const first = (lists: string | ValueLists | undefined): string | undefined =>
  typeof lists === 'object' && lists.in?.[0] !== undefined ? String(lists.in[0]) : undefined;

/** The last day of a month. */
const endOf = (month: string): string => {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
};

/** The days asked for: a day or a month that a row was opened for narrows them. */
export function daysOf({ filters }: Question): { stats_from: string; stats_to: string } {
  let [from, to] = [String(filters.date_from), String(filters.date_to)];
  const [day, month] = [first(filters.date), first(filters.month)];
  if (month) [from, to] = [from > `${month}-01` ? from : `${month}-01`, to < endOf(month) ? to : endOf(month)];
  if (day) [from, to] = [day, day];
  return { stats_from: from, stats_to: to };
}

/** A question as the push call takes it; of several groups the first is asked. */
export function pushQuery(question: Question): Query & { group_by: Group } {
  const { groups, filters, order_by: order, order_direction, page, count } = question;
  const [asked = ''] = groups;
  const group = isGroup(asked) ? asked : 'campaign';
  const texts = (name: string) => {
    const lists = filters[name];
    return typeof lists === 'object' && lists.in?.length ? lists.in.map(String) : undefined;
  };
  const numbers = (name: string) => texts(name)?.map(Number);
  const named = {
    campaign_id: texts('campaign'),
    ad_id: texts('ad'),
    country_code: texts('country'),
    block_id: numbers('block'),
    user_id: numbers('user'),
    device_type_id: numbers('device_type'),
  };
  return {
    ...daysOf(question),
    group_by: group,
    order_by: order === group ? String(FIELDS[group][0]) : order,
    order_direction,
    limit: count,
    offset: (page - 1) * count,
    ...Object.fromEntries(Object.entries(named).filter(([, values]) => values !== undefined)),
  };
}

/** Figures as those of other sides. */
const figures = (statistic: PushStatistic): Record<string, number | null> =>
  Object.fromEntries(Object.entries(statistic).map(([key, value]) => [key, typeof value === 'number' ? value : null]));

/** The answer of the push call as that of any side. */
export function pushAnswer({ data: { stats, total }, pagination }: PushStatsAnswer, group: Group): StatAnswer {
  const [idField, nameField] = FIELDS[group];
  const names: Record<string, string> = {};
  const result = stats.map((row): StatRow => {
    const id = String(row[idField] ?? '');
    const named = row[nameField];
    const name = typeof named === 'string' && named !== '' ? named : null;
    if (name !== null) names[id] = name;
    return { ...row, level: group, id, name, parents: {} };
  });
  const { total: rows, limit, offset } = pagination;
  const size = limit || rows || 1;
  return {
    result,
    total_result: figures(total),
    names: { [group]: names },
    pagination: {
      current_page: Math.floor(offset / size) + 1,
      last_page: Math.max(1, Math.ceil(rows / size)),
      per_page: limit,
      total: rows,
    },
  };
}

/** Figures of the advertiser's statistics by the names of pushes. */
const AS_PUSH = {
  impressions: 'shows_count',
  clicks: 'clicks_count',
  ctr: 'ctr',
  cpc: 'cpc',
  cpm: 'cpm',
  expense: 'money',
  epc: 'epc',
  ecpm: 'ecpm',
  cr: 'cr',
} as const;

const renamed = <Row extends object>(row: Row): Row => ({
  ...row,
  ...Object.fromEntries(Object.entries(AS_PUSH).map(([push, name]) => [push, row[name as keyof Row]])),
});

/** Names of dimensions of the advertiser's statistics that pushes call otherwise. */
const RENAMED: Readonly<Record<string, string>> = { device_type: 'device', user: 'webmaster' };

/** A chart asks by the hour, which the push call does not know: the advertiser's own statistics do, of pushes alone. */
const isByHour = ({ groups, filters }: Question): boolean => groups.includes('hour') || filters.hour !== undefined;

function hourlyOf({ filters, ...question }: Question) {
  const lists = Object.entries(filters).map(([name, lists]) => [RENAMED[name] ?? name, lists]);
  return queryAdvertiserStatsOptions({
    body: {
      ...question,
      order_by: question.groups[0],
      filters: { ...Object.fromEntries(lists), campaign_type: { in: [CampaignType.Push] } },
    } as AdvertiserStatsRequest,
  });
}

/** Asks about pushes. */
export function askPush(question: Question): { queryKey: readonly unknown[]; select(answer: never): StatAnswer } {
  if (isByHour(question)) {
    return {
      ...hourlyOf(question),
      select: (answer: StatAnswer) => ({
        ...answer,
        result: answer.result.map(renamed),
        total_result: renamed(answer.total_result),
      }),
    };
  }
  const query = pushQuery(question);
  return { ...getPushStatsOptions({ query }), select: (answer: PushStatsAnswer) => pushAnswer(answer, query.group_by) };
}
