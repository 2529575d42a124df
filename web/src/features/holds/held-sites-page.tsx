import { getRouteApi } from '@tanstack/react-router';
import { Note } from '~/ui/note';
import { PageHead } from '../frame/page-head';
import { ListView } from '../list/list-view';
import { useRows } from '../list/use-rows';
import { AskNumber } from './ask-number';
import { HELD_SITES } from './held-sites-list';
import { HoldSite } from './hold-site';

const route = getRouteApi('/_cabinet/admin/sites/');

/** The most sites that the list names. */
const LISTED_MAX = 200;

/** Sites that are blocked or whose earnings are held back. */
export function HeldSites() {
  const rows = useRows(HELD_SITES);
  return (
    <section aria-labelledby="held-sites">
      <h2 id="held-sites" className="h2">
        Blocked, or with earnings held back
      </h2>
      {(rows.answer.data?.data.length ?? 0) >= LISTED_MAX && (
        <Note tone="info">
          These are {LISTED_MAX}: those with earnings held back, then the newest. Others are found by their number.
        </Note>
      )}
      <ListView spec={HELD_SITES} {...rows} />
    </section>
  );
}

/** Staff block a site or hold its earnings back, and take that back. */
export function HeldSitesPage() {
  const { site_id: site } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <>
      <PageHead />
      <AskNumber
        asked={site}
        label="Number of a site"
        action="Look at it"
        onAsk={(site_id) => void navigate({ search: { site_id } })}
      />
      {site ? (
        <>
          <h2 className="h2">{`Site ${site}`}</h2>
          <HoldSite key={site} id={site} />
        </>
      ) : (
        <Note tone="info">
          The number stands in lists and in addresses. A blocked site shows no ads. Earnings that are held back do not
          become available. The webmaster reads the reason of both.
        </Note>
      )}
      <HeldSites />
    </>
  );
}
