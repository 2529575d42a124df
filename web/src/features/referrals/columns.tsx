import type { ReferralRow } from '~/api/sdk';
import { formatDate } from '~/lib/format';
import { paths } from '~/lib/paths';
import { None } from '~/ui/marks';
import { useNow } from '~/ui/use-now';
import type { ListColumn } from '../list/spec';
import styles from './referrals.module.css';
import type { Group, Side } from './search';

/** Decimals of what one person leaves on a day. */
const DECIMALS = 3;
/** How often the end of somebody's months is looked at, in milliseconds. */
const TICK_MS = 60_000;

/** How far somebody's months are. */
function Months({ row: { since, until } }: { row: ReferralRow }) {
  const now = useNow(TICK_MS);
  if (!since || !until) return <None />;
  const [begin, end] = [Date.parse(since), Date.parse(until)];
  const isOver = end <= now;
  return (
    <span className={styles.months}>
      <progress
        max={1}
        value={isOver ? 1 : (now - begin) / (end - begin)}
        aria-label="Part of the months that is over"
      />
      {isOver ? 'ended' : 'ends'} {formatDate(until)}
    </span>
  );
}

const personOn = (side: Side): ListColumn<ReferralRow> => {
  const daysOf = side === 'advertiser' ? paths.referralOfAdvertiser : paths.referral;
  return {
    id: 'person',
    label: 'Person',
    text: ({ referral }) => referral,
    opens: ({ referral_id: id }) => (id == null ? undefined : daysOf(id)),
  };
};
const number: ListColumn<ReferralRow> = { id: 'id', label: 'Number', quiet: true, text: ({ referral_id: id }) => id };
const day: ListColumn<ReferralRow> = { id: 'date', label: 'Day', day: ({ date }) => date };
const money: ListColumn<ReferralRow>[] = [
  { id: 'clicks', label: 'Valid clicks', count: ({ clicks }) => clicks },
  { id: 'income', label: 'Yours', strong: true, money: ({ income }) => income, decimals: DECIMALS },
];

/** The columns of the list, by what its rows stand for. */
export function columnsOf(group: Group, side: Side): ListColumn<ReferralRow>[] {
  if (group === 'date') return [day, ...money];
  if (group === 'referral_and_date') return [day, personOn(side), number, ...money];
  const months: ListColumn<ReferralRow> = {
    id: 'months',
    label: 'Their months',
    csv: ({ until }) => until?.slice(0, 10),
    cell: (row) => <Months row={row} />,
  };
  return [personOn(side), number, months, ...money];
}
