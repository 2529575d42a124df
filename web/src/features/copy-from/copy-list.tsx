import { Modal } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listAdGroupsForCopyOptions, listAdsForCopyOptions, listCampaignsForCopyOptions } from '~/api/queries';
import { SearchInput } from '~/ui/controls';
import { Skeleton } from '~/ui/states';
import { toast, toastError } from '~/ui/toast';
import styles from './copy-list.module.css';

/** What is copied from. */
export type CopyWhat = 'campaign' | 'group' | 'ad';

/** What can be copied from, by id and name; the newest twenty that are found. */
function useSources(what: CopyWhat, search: string) {
  const query = search.trim() === '' ? {} : { search: search.trim() };
  const common = { placeholderData: keepPreviousData };
  const campaigns = useQuery({ ...listCampaignsForCopyOptions({ query }), ...common, enabled: what === 'campaign' });
  const groups = useQuery({ ...listAdGroupsForCopyOptions({ query }), ...common, enabled: what === 'group' });
  const ads = useQuery({ ...listAdsForCopyOptions({ query }), ...common, enabled: what === 'ad' });
  const found = { campaign: campaigns, group: groups, ad: ads }[what];
  return { isError: found.isError, rows: found.data?.data, total: found.data?.pagination.total ?? 0 };
}

/** Chooses one of them. */
export default function CopyList({
  what,
  take,
  onClose,
}: {
  what: CopyWhat;
  take(id: number): Promise<void>;
  onClose(): void;
}) {
  const [search, setSearch] = useState('');
  const { rows, total, isError } = useSources(what, search);
  const choose = async (id: number, name: string) => {
    try {
      await take(id);
      toast('Copied into the form', { detail: `From “${name}”. Nothing is saved yet.` });
      onClose();
    } catch (error) {
      toastError('It was not copied', error);
    }
  };
  return (
    <Modal opened onClose={onClose} title={`Copy from another ${what}`} size={460}>
      <div className="stack">
        <SearchInput label={`Search by name or id`} value={search} onChange={setSearch} placeholder="Name or id" />
        {!rows && !isError && <Skeleton height={160} />}
        {isError && <p className="s13 t2">The list did not load. Close this and try again.</p>}
        {rows && rows.length === 0 && <p className="s13 t2">None is called so.</p>}
        {rows && rows.length > 0 && (
          <ul className={styles.list}>
            {rows.map(({ id, name }) => (
              <li key={id}>
                <button type="button" onClick={() => void choose(id, name)}>
                  <span className="ell">{name}</span>
                  <span className="mono s12 t3">{id}</span>
                </button>
              </li>
            ))}
          </ul>
        )}
        {rows && total > rows.length && (
          <p className="s12 t3">
            The newest {rows.length} of {total}. Search for others.
          </p>
        )}
      </div>
    </Modal>
  );
}
