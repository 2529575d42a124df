import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useUnit } from '~/app/queries';
import { formatDate, formatMoney } from '~/lib/format';
import { paths } from '~/lib/paths';
import { Note } from '~/ui/note';
import { webmasterBalanceQuery } from '../api';

/** The sites whose earnings the network holds back, and why; nothing where there is none. */
export function HeldEarnings() {
  const unit = useUnit();
  const { data: balance } = useQuery(webmasterBalanceQuery);
  return balance?.held_sites.map(({ site_id: site, domain, reason, since, amount }) => (
    <Note key={site} tone="warn">
      The network holds the earnings of{' '}
      <Link {...paths.site(site)} className="link">
        {domain}
      </Link>{' '}
      back since {formatDate(since)}, {formatMoney(amount, unit)} so far: {reason}
    </Note>
  ));
}
