import { useUser } from '~/app/queries';
import { isGod } from '~/lib/roles';
import { PageHead } from '../frame/page-head';
import { ListWithForm } from '../list/list-with-form';
import { useParts } from '../list/use-parts';
import { CATEGORIES } from './categories-list';
import { CategoryForm, TrafficSourceForm } from './entry-forms';
import { TRAFFIC_SOURCES } from './traffic-sources-list';

const PARTS = [
  { value: 'categories', label: 'Categories' },
  { value: 'traffic-sources', label: 'Traffic sources' },
] as const;

/** What people choose from in their forms: god names it, opens and closes it. */
export function DictionariesPage() {
  const asGod = isGod(useUser());
  const [part, tabs] = useParts('Dictionary', PARTS);
  return (
    <>
      <PageHead />
      {tabs}
      {part === 'traffic-sources' ? (
        <ListWithForm key={part} spec={TRAFFIC_SOURCES} isPart>
          {({ row, close }) => row && <TrafficSourceForm source={row} onClose={close} />}
        </ListWithForm>
      ) : (
        <ListWithForm key={part} spec={CATEGORIES} isPart create={asGod && { label: 'New category' }}>
          {({ row, close, showAll }) => <CategoryForm category={row} onMade={showAll} onClose={close} />}
        </ListWithForm>
      )}
    </>
  );
}
