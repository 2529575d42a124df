import { useQuery } from '@tanstack/react-query';
import {
  createCategoryMutation,
  dataOf,
  listNetworkCategoriesOptions,
  listNetworkTrafficSourcesOptions,
  updateCategoryMutation,
  updateTrafficSourceMutation,
} from '~/api/queries';
import type { NetworkCategory, NetworkTrafficSource } from '~/api/sdk';
import { useSend } from '../form/use-send';
import { EntryForm } from './entry-form';

/** A new category, or another name of one. */
export function CategoryForm({
  category,
  ...rest
}: {
  category: NetworkCategory | undefined;
  onMade(): void;
  onClose(): void;
}) {
  const create = useSend(createCategoryMutation());
  const update = useSend(updateCategoryMutation());
  const entries = useQuery({ ...listNetworkCategoriesOptions(), select: dataOf }).data;
  return (
    <EntryForm
      entry={category}
      entries={entries}
      noun="category"
      keepers="sites and campaigns"
      send={(body, id) => (id === undefined ? create({ body }) : update({ path: { id }, body }))}
      {...rest}
    />
  );
}

/** Another name of a traffic source; there are no others, and so no new ones. */
export function TrafficSourceForm({ source, onClose }: { source: NetworkTrafficSource; onClose(): void }) {
  const update = useSend(updateTrafficSourceMutation());
  const entries = useQuery({ ...listNetworkTrafficSourcesOptions(), select: dataOf }).data;
  return (
    <EntryForm
      entry={source}
      entries={entries}
      noun="traffic source"
      keepers="campaigns"
      send={(body) => update({ path: { id: source.id }, body })}
      onClose={onClose}
    />
  );
}
