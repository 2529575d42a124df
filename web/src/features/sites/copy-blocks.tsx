import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { copyBlocksMutation, listSitesOptions } from '~/api/queries';
import type { Block } from '~/api/sdk';
import { COPY_BLOCKS_FORM_LIMITS, SITE_STATUS_LABELS, SiteStatus } from '~/api/words';
import { plural } from '~/lib/format';
import { type Choice, ManyField } from '~/ui/choices';
import { openDialog } from '~/ui/dialogs';
import { toast } from '~/ui/toast';
import { AskForm } from '../list/ask-form';

/** Sites that are offered at once; others are found by typing. */
const OFFERED = 50;
/** The statuses of sites that take blocks. */
const TAKES = (Object.keys(SITE_STATUS_LABELS).map(Number) as SiteStatus[]).filter((id) => id !== SiteStatus.Archived);

function CopyDialog({ id, site, blocks }: { id: string; site: number; blocks: number[] }) {
  const { mutateAsync } = useMutation(copyBlocksMutation());
  const [words, setWords] = useState('');
  const [chosen, setChosen] = useState<readonly Choice[]>([]);
  const { data } = useQuery({
    ...listSitesOptions({ query: { page: 1, count: OFFERED, searchPhrase: words, filters: { status: TAKES } } }),
    placeholderData: keepPreviousData,
  });
  const found = (data?.data ?? []).map(({ id: number, name, domain }) => ({
    value: String(number),
    label: `${name}, ${domain}`,
  }));
  const offered = [...chosen, ...found.filter(({ value }) => chosen.every((one) => one.value !== value))];
  const run = async () => {
    if (chosen.length === 0) throw new RangeError('Choose a site.');
    const sites = chosen.map(({ value }) => Number(value));
    const { data: copies } = await mutateAsync({ path: { site_id: site }, body: { blocks, sites } });
    toast(`${plural(copies.length, 'copy', 'copies')} made`, {
      detail: 'A copy has a number of its own: its code stands with the site that it is on.',
    });
  };
  return (
    <AskForm id={id} action="Copy" hint="The copies have all settings of the blocks, and no statistics." run={run}>
      {(error) => (
        <ManyField
          label="To these sites of yours"
          placeholder={chosen.length > 0 ? undefined : 'Name or number'}
          clear="Clear the sites"
          data={offered}
          value={chosen.map(({ value }) => value)}
          onChange={(values) => setChosen(offered.filter(({ value }) => values.includes(value)))}
          searchValue={words}
          onSearchChange={setWords}
          // The server has searched already, in more than is shown.
          filter={({ options }) => options}
          maxValues={COPY_BLOCKS_FORM_LIMITS.sites.max}
          nothingFoundMessage="No site is called so"
          error={error}
          data-autofocus
        />
      )}
    </AskForm>
  );
}

/** Asks to which sites blocks of a site are copied. */
export function askCopy(site: number, blocks: readonly Block[]): void {
  const id = `copy-${performance.now()}`;
  openDialog({
    modalId: id,
    title: `Copy ${plural(blocks.length, 'block')}`,
    size: 460,
    children: <CopyDialog id={id} site={site} blocks={blocks.map((block) => block.id)} />,
  });
}
