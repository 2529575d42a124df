import type { ListColumn } from '../list/spec';

/** What lists of sites and of blocks have beside the figures of the period. */
interface Figures {
  fill_rate?: number | null;
  floor_rate?: number | null;
  passbacks?: number | null;
  income_today?: number | null;
  income_yesterday?: number | null;
}

/** How many of the places that pages asked for got an ad, and what stood in the others. */
export const placesColumns = <Row extends Figures>(): ListColumn<Row>[] => [
  {
    id: 'fill_rate',
    label: 'Filled, %',
    count: ({ fill_rate: rate }) => rate,
    decimals: 1,
  },
  {
    id: 'floor_rate',
    label: 'Below floor, %',
    help: 'Places that stayed empty because no ad reached the floor of the block',
    hidden: true,
    count: ({ floor_rate: rate }) => rate,
    decimals: 1,
  },
  {
    id: 'passbacks',
    label: 'Passbacks',
    help: 'Empty places in which your own HTML or page was shown',
    hidden: true,
    count: ({ passbacks }) => passbacks,
  },
];

/** What was earned today and yesterday, whatever the period; the income among the figures is that of today until another is chosen. */
export const incomeColumns = <Row extends Figures>(): ListColumn<Row>[] => [
  {
    id: 'income_today',
    label: 'Today',
    help: 'What was earned today, UTC',
    withoutFigures: true,
    money: ({ income_today: income }) => income,
  },
  {
    id: 'income_yesterday',
    label: 'Yesterday',
    help: 'What was earned yesterday, UTC',
    withoutFigures: true,
    money: ({ income_yesterday: income }) => income,
  },
];
