import { Modal } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  listAdGroupsForCopyOptions,
  listAdsForCopyOptions,
  listBlocksForCopyOptions,
  listCampaignsForCopyOptions,
  listPushAdChoicesOptions,
  listPushCampaignChoicesOptions,
} from '~/api/queries';
import { cx } from '~/ui/classes';
import { SearchInput } from '~/ui/controls';
import { Skeleton } from '~/ui/states';
import { toast, toastError } from '~/ui/toast';
import { useIsHere } from '../form/use-navigate-here';
import styles from './copy-list.module.css';

/** What is copied from. */
export type CopyWhat = 'campaign' | 'group' | 'ad' | 'push campaign' | 'push ad' | 'block';

/** Asks for it, by its number or by its outer name where it has one. What is answered puts it into the form. */
export type TakeCopy = (id: number, uuid: string) => Promise<() => unknown>;

/** Rows of a list; further ones are found by a search. */
const ROWS = 20;

/** What can be copied from, or into, by id and name; the newest twenty that are found. */
function useSources(what: CopyWhat, search: string, isTarget: boolean) {
  const query = search.trim() === '' ? {} : { search: search.trim() };
  // What is archived takes no copies.
  const own = { ...query, ...(isTarget && { without_archived: 1 }) };
  const common = { placeholderData: keepPreviousData };
  const campaigns = useQuery({
    ...listCampaignsForCopyOptions({ query: own }),
    ...common,
    enabled: what === 'campaign',
  });
  const groups = useQuery({ ...listAdGroupsForCopyOptions({ query: own }), ...common, enabled: what === 'group' });
  const ads = useQuery({ ...listAdsForCopyOptions({ query }), ...common, enabled: what === 'ad' });
  const some = { query: { ...query, limit: ROWS } };
  const pushes = useQuery({ ...listPushCampaignChoicesOptions(some), ...common, enabled: what === 'push campaign' });
  const pushAds = useQuery({ ...listPushAdChoicesOptions(some), ...common, enabled: what === 'push ad' });
  const blocks = useQuery({
    ...listBlocksForCopyOptions({ query: { ...query, without_archived: 1 } }),
    ...common,
    enabled: what === 'block',
  });
  if (what === 'push campaign' || what === 'push ad') {
    const { isError, data } = what === 'push ad' ? pushAds : pushes;
    const rows = data?.data.map(({ id, name, uuid }) => ({ id, name, uuid, place: undefined }));
    return { isError, rows, isPart: rows?.length === ROWS };
  }
  const { isError, data } = { campaign: campaigns, group: groups, ad: ads, block: blocks }[what];
  const rows = data?.data.map((row) => ({
    id: row.id,
    name: row.name,
    uuid: '',
    // Groups of several campaigns, and blocks of several sites, may be called the same.
    place: 'campaign_name' in row ? row.campaign_name : 'site_name' in row ? row.site_name : undefined,
  }));
  return { isError, rows, isPart: (data?.pagination.total ?? 0) > (rows?.length ?? 0) };
}

/** Why there is nothing to choose. */
function noneText(what: CopyWhat, search: string, isTarget: boolean): string {
  if (search.trim() === '') return `You have no ${what} to copy ${isTarget ? 'into' : 'from'} yet.`;
  return what === 'block' ? 'None has this in its name, site or id.' : 'None has this in its name or id.';
}

/** A list to choose one of them from. */
export function Choices({
  what,
  isTarget = false,
  busy = null,
  onChoose,
}: {
  what: CopyWhat;
  /** Something is copied into it. */
  isTarget?: boolean;
  /** The one that was chosen, while it is asked for: no other one can be. */
  busy?: number | null;
  onChoose(chosen: { id: number; uuid: string; name: string }): void;
}) {
  const [search, setSearch] = useState('');
  const { rows, isPart, isError } = useSources(what, search, isTarget);
  return (
    <div className="stack">
      <SearchInput
        label={what === 'block' ? 'Search by name, site or id' : 'Search by name or id'}
        value={search}
        onChange={setSearch}
        placeholder={what === 'block' ? 'Name, site or id' : 'Name or id'}
      />
      {!rows && !isError && <Skeleton height={160} />}
      {isError && <p className="s13 t2">The list did not load. Close this and try again.</p>}
      {rows && rows.length === 0 && <p className="s13 t2">{noneText(what, search, isTarget)}</p>}
      {rows && rows.length > 0 && (
        <ul className={styles.list}>
          {rows.map((row) => (
            <li key={row.id}>
              <button
                type="button"
                title={[row.name, row.place].filter(Boolean).join(', ')}
                // The chosen one keeps the focus.
                disabled={busy !== null && busy !== row.id}
                aria-busy={busy === row.id || undefined}
                onClick={() => onChoose(row)}
              >
                <span className={styles.what}>
                  <span className="ell">{row.name}</span>
                  {row.place && <span className={cx('s12 t3', styles.place)}>{row.place}</span>}
                </span>
                <span className="mono s12 t3">{row.id}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {rows && isPart && <p className="s12 t3">The newest {rows.length}. Search for others.</p>}
    </div>
  );
}

/** Chooses one of them to fill a form from. Who closes it before the answer wants nothing of it any more. */
export default function CopyList({ what, take, onClose }: { what: CopyWhat; take: TakeCopy; onClose(): void }) {
  const isHere = useIsHere();
  const [busy, setBusy] = useState<number | null>(null);
  const choose = async ({ id, uuid, name }: { id: number; uuid: string; name: string }) => {
    // Another one would fill the form once more, after this is closed.
    if (busy !== null) return;
    setBusy(id);
    try {
      const put = await take(id, uuid);
      if (!isHere()) return;
      await put();
      toast('Copied into the form', { detail: `From “${name}”. Nothing is saved yet.` });
      onClose();
    } catch (error) {
      if (isHere()) toastError('It was not copied', error);
    } finally {
      setBusy(null);
    }
  };
  return (
    <Modal opened onClose={onClose} title={`Copy from another ${what}`} size={460}>
      <Choices what={what} busy={busy} onChoose={(chosen) => void choose(chosen)} />
    </Modal>
  );
}
