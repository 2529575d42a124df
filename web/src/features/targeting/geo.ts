/** Places that are chosen, and what that means for each node of the tree. Pure. */

/** A place of the tree. */
export interface GeoNode {
  /** A country's code, or the number of a continent, region or city. */
  id: string | number;
  type: 'group' | 'country' | 'region' | 'city';
  name: string;
  has_children: boolean;
  /** Where it lies, in what a search finds: "Germany, Hamburg". */
  path?: string | null;
  children?: GeoNode[] | null;
}

/** What is chosen: whole countries, and regions and cities of others. Nothing chosen means everywhere. */
export interface Places {
  countries: readonly string[];
  regions: readonly number[];
  cities: readonly number[];
}

/** Nothing chosen. */
export const EVERYWHERE: Places = { countries: [], regions: [], cities: [] };

/** Whether nothing is chosen. */
export const isEverywhere = (places: Places): boolean =>
  places.countries.length + places.regions.length + places.cities.length === 0;

const lists = { country: 'countries', region: 'regions', city: 'cities' } as const;

const has = (places: Places, node: GeoNode): boolean =>
  node.type !== 'group' && (places[lists[node.type]] as readonly (string | number)[]).includes(node.id);

/** Whether a node is chosen, itself or through all of its children; `mixed` when only some of it is. */
export function stateOf(node: GeoNode, places: Places, above: boolean): 'on' | 'off' | 'mixed' {
  if (above || has(places, node)) return 'on';
  const children = node.children ?? [];
  if (children.length === 0) return 'off';
  const states = children.map((child) => stateOf(child, places, false));
  if (node.type === 'group' && states.every((state) => state === 'on')) return 'on';
  return states.every((state) => state === 'off') ? 'off' : 'mixed';
}

function without(places: Places, node: GeoNode): Places {
  let next = places;
  if (node.type !== 'group') {
    const list = lists[node.type];
    next = { ...next, [list]: (next[list] as (string | number)[]).filter((id) => id !== node.id) };
  }
  for (const child of node.children ?? []) next = without(next, child);
  return next;
}

/** Chooses a node, or takes it away with everything below it. A continent stands for its countries. */
export function toggled(places: Places, node: GeoNode, on: boolean): Places {
  const bare = without(places, node);
  if (!on) return bare;
  if (node.type === 'group') {
    const codes = (node.children ?? []).map((child) => String(child.id));
    return { ...bare, countries: [...new Set([...bare.countries, ...codes])] };
  }
  const list = lists[node.type];
  return { ...bare, [list]: [...(bare[list] as (string | number)[]), node.id] };
}
