import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { copyBlocksMutation, listSitesOptions } from '~/api/queries';
import type { Block } from '~/api/sdk';
import { COPY_BLOCKS_FORM_LIMITS, SITE_STATUS_LABELS, SiteStatus } from '~/api/words';
import { plural } from '~/lib/format';
import { Button } from '~/ui/button';
import { ManyField } from '~/ui/choice-fields';
import type { Choice } from '~/ui/choices';
import { askBy, closeDialog } from '~/ui/dialogs';
import { AskForm } from '../list/ask-form';
import styles from './sites.module.css';

/** Sites that are offered at once; others are found by typing. */
const OFFERED = 50;
/** The statuses of sites that take blocks. */
const TAKES = (Object.keys(SITE_STATUS_LABELS).map(Number) as SiteStatus[]).filter((id) => id !== SiteStatus.Archived);

/** The copies that were made, each with its number and its site. */
function Copies({ id, copies, names }: { id: string; copies: readonly Block[]; names: ReadonlyMap<number, string> }) {
  return (
    <div className="stack">
      <p>{plural(copies.length, 'copy', 'copies')} made. Each has a number and a code of its own.</p>
      <ul className={styles.copies}>
        {copies.map((copy) => (
          <li key={copy.id}>
            <b>{copy.name}</b>
            <span className="mono s12 t3">{copy.id}</span>
            <span className="s13 t2">{names.get(copy.site_id) ?? `Site ${copy.site_id}`}</span>
          </li>
        ))}
      </ul>
      <div className="row" style={{ justifyContent: 'flex-end' }}>
        <Button onClick={() => closeDialog(id)}>Close</Button>
      </div>
    </div>
  );
}

function CopyDialog({ id, site, blocks }: { id: string; site: number; blocks: number[] }) {
  const { mutateAsync } = useMutation(copyBlocksMutation());
  const [copies, setCopies] = useState<readonly Block[]>([]);
  /** Names what is asked for: sent again after a lost answer, it is made once. */
  const key = useRef({ name: '', sites: '' });
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
    if (key.current.sites !== String(sites)) key.current = { name: crypto.randomUUID(), sites: String(sites) };
    const { data: made } = await mutateAsync({
      path: { site_id: site },
      headers: { 'Idempotency-Key': key.current.name },
      body: { blocks, sites },
    });
    setCopies(made);
  };
  if (copies.length > 0) {
    const names = new Map(chosen.map(({ value, label }) => [Number(value), label]));
    return <Copies id={id} copies={copies} names={names} />;
  }
  return (
    <AskForm
      id={id}
      staysOpen
      action="Copy"
      hint="The copies have all settings of the blocks, and no statistics."
      run={run}
    >
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
  askBy(
    `Copy ${plural(blocks.length, 'block')}`,
    (id) => <CopyDialog id={id} site={site} blocks={blocks.map((block) => block.id)} />,
    460,
  );
}
