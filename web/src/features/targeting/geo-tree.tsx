import { IconChevronRight, IconX } from '@tabler/icons-react';
import { keepPreviousData, queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { dataOf, getGeoTreeOptions } from '~/api/queries';
import { GeoSource } from '~/features/public/geo-source';
import { capital } from '~/lib/format';
import { countryName } from '~/lib/names';
import { Button } from '~/ui/button';
import { Checkbox, SearchInput } from '~/ui/controls';
import { Flag } from '~/ui/flag';
import { ErrorPanel, Skeleton } from '~/ui/states';
import { EVERYWHERE, type GeoNode, isEverywhere, type Places, stateOf, toggled } from './geo';
import styles from './geo-tree.module.css';
import { usePlaceNames } from './names';

/** Rows of the skeleton. */
const WAITING = [1, 2, 3, 4, 5, 6] as const;

/** A part of the tree: continents with countries, the children of a node, or what a search finds. */
export const geoQuery = (query: { parent?: string; search?: string }) =>
  queryOptions({
    ...getGeoTreeOptions({ query }),
    select: dataOf,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  });

/** What stands for a place whose name is not known yet. */
const nameless = ({ id, type }: Pick<GeoNode, 'id' | 'type'>) =>
  type === 'country' ? countryName(String(id)) : `${capital(type)} ${id}`;

const keyOf = (node: GeoNode) => `${node.type}:${node.id}`;

/** Puts children that were asked for into the tree. */
function grown(nodes: readonly GeoNode[], known: ReadonlyMap<string, GeoNode[]>): GeoNode[] {
  return nodes.map((node) => {
    const children = node.children ?? known.get(keyOf(node));
    return children ? { ...node, children: grown(children, known) } : node;
  });
}

/** Remembers the names of places that were seen, so that chips can tell them. */
function collectNames(nodes: readonly GeoNode[], into: Map<string | number, string>): void {
  for (const node of nodes) {
    if (node.type !== 'group') into.set(node.id, node.name);
    collectNames(node.children ?? [], into);
  }
}

/** Continents, countries, regions and cities to choose from: searchable, parents half checked, children asked for on demand. */
export function GeoTree({ value, onChange, label }: { value: Places; onChange(places: Places): void; label: string }) {
  const [search, setSearch] = useState('');
  const [opened, setOpened] = useState<readonly GeoNode[]>([]);
  const roots = useQuery(geoQuery({}));
  const found = useQuery({ ...geoQuery({ search: search.trim() }), enabled: search.trim().length > 1 });
  const asked = opened.filter((node) => !node.children);
  const below = useQueries({ queries: asked.map((node) => geoQuery({ parent: String(node.id) })) });
  const searching = search.trim().length > 1;
  const nodes = useMemo(() => {
    const known = new Map<string, GeoNode[]>();
    asked.forEach((node, index) => {
      const children = below[index]?.data;
      if (children) known.set(keyOf(node), children);
    });
    return grown((searching ? found.data : roots.data) ?? [], known);
  }, [searching, found.data, roots.data, asked, below]);
  const names = useMemo(() => {
    const into = new Map<string | number, string>();
    collectNames(roots.data ?? [], into);
    collectNames(nodes, into);
    return into;
  }, [roots.data, nodes]);
  const placeName = usePlaceNames(value);
  const source = searching ? found : roots;
  const chosen: GeoNode[] = [
    ...value.countries.map((id) => ({ id, type: 'country' as const })),
    ...value.regions.map((id) => ({ id, type: 'region' as const })),
    ...value.cities.map((id) => ({ id, type: 'city' as const })),
  ].map((node) => ({
    ...node,
    name: names.get(node.id) ?? (node.type === 'country' ? undefined : placeName(node.id)) ?? nameless(node),
    has_children: false,
  }));

  const line = (node: GeoNode, depth: number, above: boolean) => {
    const state = stateOf(node, value, above);
    const open = opened.some((other) => keyOf(other) === keyOf(node));
    return (
      <li key={keyOf(node)}>
        <div className={styles.node} style={{ paddingLeft: depth * 20 }}>
          {node.has_children ? (
            <button
              type="button"
              className={styles.open}
              aria-expanded={open}
              aria-label={`${open ? 'Close' : 'Open'} ${node.name}`}
              onClick={() =>
                setOpened(open ? opened.filter((other) => keyOf(other) !== keyOf(node)) : [...opened, node])
              }
            >
              <IconChevronRight size={14} aria-hidden />
            </button>
          ) : (
            <span className={styles.leaf} />
          )}
          <label>
            <Checkbox
              checked={state === 'on'}
              mixed={state === 'mixed'}
              disabled={above}
              onChange={() => onChange(toggled(value, node, state !== 'on'))}
            />
            {node.type === 'country' && <Flag code={String(node.id)} className={styles.flag} />}
            <span className="ell">{node.name}</span>
            {node.path && <span className="s12 t3 ell">{node.path}</span>}
          </label>
        </div>
        {open && (
          <ul>
            {node.children ? (
              node.children.map((child) => line(child, depth + 1, above || (state === 'on' && node.type !== 'group')))
            ) : (
              <li style={{ padding: '8px 8px 8px 60px' }}>
                <Skeleton width="40%" />
              </li>
            )}
          </ul>
        )}
      </li>
    );
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a grid in every browser
    <div className={styles.tree} role="group" aria-label={label}>
      <div className={styles.chosen}>
        {isEverywhere(value) && <span className="s13 t2">Everywhere. Choose places to narrow it.</span>}
        {chosen.slice(0, 24).map((node) => (
          <span key={keyOf(node)} className={styles.chip}>
            {node.name}
            <button
              type="button"
              aria-label={`Remove ${node.name}`}
              onClick={() => onChange(toggled(value, node, false))}
            >
              <IconX size={12} aria-hidden />
            </button>
          </span>
        ))}
        {chosen.length > 24 && <span className="s13 t2">and {chosen.length - 24} more</span>}
        {chosen.length > 1 && (
          <Button size="sm" variant="ghost" onClick={() => onChange(EVERYWHERE)}>
            Clear
          </Button>
        )}
      </div>
      <SearchInput label="Find a place" placeholder="Country, region or city" value={search} onChange={setSearch} />
      <div className={styles.list}>
        {source.isError ? (
          <ErrorPanel title="Places could not be loaded" of={source} />
        ) : (
          <ul aria-busy={source.isPending || undefined}>
            {source.isPending
              ? WAITING.map((row) => (
                  <li key={row} style={{ padding: 10 }}>
                    <Skeleton width={`${30 + row * 6}%`} />
                  </li>
                ))
              : nodes.map((node) => line(node, 0, false))}
            {!source.isPending && nodes.length === 0 && <li className="s13 t2">No place is called so.</li>}
          </ul>
        )}
      </div>
      <GeoSource className={styles.source} />
    </div>
  );
}
