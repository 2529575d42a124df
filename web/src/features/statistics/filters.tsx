import { Menu, Popover } from '@mantine/core';
import { IconArrowLeft, IconPlus, IconX } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { toApiError } from '~/api/problem';
import { formatNumber, plural } from '~/lib/format';
import { Button } from '~/ui/button';
import { Checkbox, SearchInput, Segmented } from '~/ui/controls';
import { FilterChip } from '~/ui/marks';
import { Skeleton } from '~/ui/states';
import type { Dimension } from './dimensions';
import { dimensionLabel, type Filter, LEVELS_MAX } from './question';
import { SIDES, VALUES_ASKED, VALUES_SHOWN, valuesQuery } from './sides';
import styles from './statistics.module.css';
import type { Statistics } from './use-statistics';

/** Labels of values are cut here, in characters. */
const LABEL_MAX = 25;
/** Values of a filter that its chip names; the rest is counted. */
const NAMED_MAX = 3;

/** Values that were asked for are good for this long, in milliseconds. */
const KEPT_MS = 60_000;

/** Rows of the skeleton. */
const WAITING = [1, 2, 3, 4, 5] as const;

const cut = (text: string) => (text.length > LABEL_MAX ? `${text.slice(0, LABEL_MAX - 1)}…` : text);

/** The filters as chips that read as sentences, and a way to add one. */
export function Filters({
  statistics,
  nameOf,
}: {
  statistics: Statistics;
  /** The name of a value, or the value itself. */
  nameOf(dimension: string, value: string): string;
}) {
  const { state, setFilters } = statistics;
  const replace = (index: number, next: Filter | null) =>
    setFilters(state.filters.flatMap((filter, at) => (at === index ? (next ? [next] : []) : [filter])));
  return (
    <>
      {state.filters.map((filter, index) => {
        const names = filter.values.map((value) => nameOf(filter.by, value));
        const told = names.slice(0, NAMED_MAX).map(cut).join(', ');
        const more = names.length - NAMED_MAX;
        return (
          <FilterChip
            key={`${filter.by}-${filter.not}-${filter.values.join()}`}
            field={dimensionLabel(filter.by, statistics.side)}
            not={filter.not}
            value={
              <span title={names.join(', ')}>
                {told}
                {more > 0 && ` and ${more} more`}
              </span>
            }
            {...(SIDES[statistics.side].isOnly
              ? {}
              : { onClick: () => replace(index, { ...filter, not: !filter.not }) })}
            onRemove={() => replace(index, null)}
          />
        );
      })}
      <AddFilter statistics={statistics} />
    </>
  );
}

function AddFilter({ statistics }: { statistics: Statistics }) {
  const [open, setOpen] = useState(false);
  const [by, setBy] = useState<Dimension | null>(null);
  const close = () => {
    setOpen(false);
    setBy(null);
  };
  return (
    <Popover
      opened={open}
      onChange={(next) => (next ? setOpen(true) : close())}
      position="bottom-start"
      width={300}
      trapFocus
      withinPortal
    >
      <Popover.Target>
        <button
          type="button"
          className={styles.add}
          aria-haspopup="dialog"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          <IconPlus size={12} stroke={2.25} aria-hidden />
          Filter
        </button>
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label="Add a filter">
        {by?.options ? (
          <Values
            statistics={statistics}
            by={by}
            list={by.options}
            onBack={() => setBy(null)}
            onDone={(filter) => {
              statistics.setFilters([...statistics.state.filters, filter]);
              close();
            }}
          />
        ) : (
          <ul className={styles.choices}>
            {SIDES[statistics.side].dimensions
              .filter((dimension) => dimension.options)
              .map((dimension) => (
                <li key={dimension.key}>
                  <button type="button" onClick={() => setBy(dimension)}>
                    {dimension.label}
                  </button>
                </li>
              ))}
          </ul>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

function Values({
  statistics,
  by,
  list,
  onBack,
  onDone,
}: {
  statistics: Statistics;
  by: Dimension;
  list: string;
  onBack(): void;
  onDone(filter: Filter): void;
}) {
  const [search, setSearch] = useState('');
  const [not, setNot] = useState<'is' | 'is_not'>('is');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const options = useQuery({
    ...valuesQuery(statistics.side, list, search.trim()),
    placeholderData: keepPreviousData,
    staleTime: KEPT_MS,
  });
  const { error } = options;
  const values = options.data?.data ?? [];
  const left = values.length - VALUES_SHOWN;
  // A report does without: whoever looks for the reason finds it in the console.
  useEffect(() => {
    if (!error) return;
    const { status, type } = toApiError(error);
    // biome-ignore lint/suspicious/noConsole: nothing else keeps what failed without anybody being stopped by it
    console.warn(`The filter options of ${list} did not load: ${status} ${type}`);
  }, [error, list]);
  const toggle = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  };
  return (
    <div className={styles.values}>
      <div className="row between">
        <Button variant="ghost" size="sm" onClick={onBack}>
          <IconArrowLeft size={14} aria-hidden />
          {by.label}
        </Button>
        {!SIDES[statistics.side].isOnly && (
          <Segmented<'is' | 'is_not'>
            label="Is or is not"
            value={not}
            onChange={setNot}
            options={[
              { value: 'is', label: 'is' },
              { value: 'is_not', label: 'is not' },
            ]}
          />
        )}
      </div>
      <SearchInput label={`Find a value of ${by.label}`} placeholder="Find" value={search} onChange={setSearch} />
      <ul className={styles.options}>
        {options.isPending &&
          WAITING.map((row) => (
            <li key={row}>
              <Skeleton height={14} />
            </li>
          ))}
        {values.slice(0, VALUES_SHOWN).map((option) => {
          const id = String(option.id);
          return (
            <li key={id}>
              <label title={option.name}>
                <Checkbox checked={chosen.has(id)} onChange={() => toggle(id)} />
                <span className="ell">{cut(option.name)}</span>
              </label>
            </li>
          );
        })}
        {left > 0 && (
          <li className={styles.hint}>
            And {values.length < VALUES_ASKED ? plural(left, 'other') : `${formatNumber(left)} and more`}: search for
            them.
          </li>
        )}
        {options.data?.data.length === 0 && <li className={styles.hint}>Nothing is called so.</li>}
        {options.isError && !options.data && <li className={styles.hint}>The values could not be loaded.</li>}
      </ul>
      <Button
        variant="ink"
        disabled={chosen.size === 0}
        onClick={() => onDone({ by: by.key, not: not === 'is_not', values: [...chosen] })}
      >
        {chosen.size === 0 ? 'Choose a value' : `Filter by ${chosen.size}`}
      </Button>
    </div>
  );
}

/** The levels of the rows, outermost first: change, remove, add. */
export function Levels({ statistics }: { statistics: Statistics }) {
  const { state, side, setLevels } = statistics;
  const free = SIDES[side].dimensions.filter((dimension) => !state.levels.includes(dimension.key));
  return (
    <div className={styles.levels}>
      <span className="s12 t2">Rows</span>
      {state.levels.map((level, index) => (
        <span key={level} className={styles.chip}>
          <Menu width={200} position="bottom-start">
            <Menu.Target>
              <button
                type="button"
                className={styles.chipValue}
                aria-label={`Level ${index + 1}: ${dimensionLabel(level, side)}, change`}
              >
                {dimensionLabel(level, side)}
              </button>
            </Menu.Target>
            <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
              {free.map((dimension) => (
                <Menu.Item
                  key={dimension.key}
                  onClick={() => setLevels(state.levels.map((other) => (other === level ? dimension.key : other)))}
                >
                  {dimension.label}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
          {state.levels.length > 1 && (
            <button
              type="button"
              aria-label={`Remove the level ${dimensionLabel(level, side)}`}
              onClick={() => setLevels(state.levels.filter((other) => other !== level))}
            >
              <IconX size={12} aria-hidden />
            </button>
          )}
        </span>
      ))}
      {state.levels.length < LEVELS_MAX && (
        <Menu width={200} position="bottom-start">
          <Menu.Target>
            <button type="button" className={styles.add}>
              <IconPlus size={12} stroke={2.25} aria-hidden />
              Level
            </button>
          </Menu.Target>
          <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
            {free.map((dimension) => (
              <Menu.Item key={dimension.key} onClick={() => setLevels([...state.levels, dimension.key])}>
                {dimension.label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </div>
  );
}
