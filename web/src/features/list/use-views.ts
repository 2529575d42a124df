import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import {
  createListViewMutation,
  dataOf,
  deleteListViewMutation,
  listListViewsOptions,
  listListViewsQueryKey,
  make,
  updateListViewMutation,
} from '~/api/queries';
import type { ListView } from '~/api/sdk';
import { listState } from '~/lib/list';
import type { ListSearch } from '~/lib/list-search';
import { parseSearch } from '~/lib/search-params';
import { defaultColumns, type TableColumn } from '~/ui/table-column';
import { toast, toastError, toastNotDone } from '~/ui/toast';
import { type List, remember } from './use-list';
import { isSame, keptOf, keptText, othersOf, viewsOf } from './views';

/** The user's views of a list, and what can be done with them. Nothing else that is shown changes by it. */
export function useViews<Row>(list: List, columns: readonly TableColumn<Row>[]) {
  const { defaults, state } = list;
  const client = useQueryClient();
  const router = useRouter();
  const navigate = useNavigate();
  const search = useSearch({ strict: false }) as ListSearch;
  const name = viewsOf(defaults.name);
  const answer = useQuery({
    ...listListViewsOptions(),
    select: (all) => dataOf(all).filter((view) => view.list === name),
  });

  /** An address of this page, which the page's own route has read. */
  const addressOf = (asked: ListSearch) =>
    router.buildLocation({ to: '.', search: () => asked, _includeValidateSearch: true });
  const keptBy = (view: ListView): ListSearch => {
    const others = othersOf(search, defaults);
    return keptOf(addressOf({ ...others, ...parseSearch(view.search) }).search as ListSearch, defaults);
  };
  const again = () => client.invalidateQueries({ queryKey: listListViewsQueryKey() });

  const save = async (called: string) => {
    const body = { list: name, name: called, search: keptText(search, defaults) };
    await make(createListViewMutation, { body }, client);
    toast('View saved', { detail: called });
    await again();
  };
  const change = async (view: ListView, to: Partial<Pick<ListView, 'name' | 'search'>>) => {
    await make(
      updateListViewMutation,
      { path: { id: view.id }, body: { name: view.name, search: view.search, ...to } },
      client,
    );
    await again();
  };
  const putBack = (view: ListView) =>
    make(createListViewMutation, { body: { list: view.list, name: view.name, search: view.search } }, client).then(
      again,
      (error: unknown) => toastNotDone('The view', 'put back', error),
    );

  return {
    answer,
    isShown: (view: ListView) => isSame(listState(keptBy(view), defaults), state, columns),
    open: (view: ListView) => {
      const kept = keptBy(view);
      // Else an older choice of columns would be added to a view that has none.
      remember(defaults.name, { count: kept.count, cols: kept.cols });
      void navigate({
        to: '.',
        search: (before: ListSearch) => ({ ...othersOf(before, defaults), ...kept }),
        resetScroll: false,
      });
    },
    save,
    rename: async (view: ListView, called: string) => {
      await change(view, { name: called });
      toast('View renamed', { detail: called });
    },
    update: (view: ListView) =>
      change(view, { search: keptText(search, defaults) }).then(
        () =>
          void toast('View updated', {
            detail: view.name,
            undo: () => void change(view, {}).catch((error: unknown) => toastNotDone('The view', 'put back', error)),
          }),
        (error: unknown) => toastNotDone('The view', 'updated', error),
      ),
    remove: (view: ListView) =>
      make(deleteListViewMutation, { path: { id: view.id } }, client)
        .then(
          () => void toast('View deleted', { detail: view.name, undo: () => void putBack(view) }),
          (error: unknown) => toastNotDone('The view', 'deleted', error),
        )
        .then(again),
    /** Whoever opens it has other columns and another size of pages: they are told even where they are the usual ones. */
    copy: (view: ListView) => {
      const kept = keptBy(view);
      const shown = listState(kept, defaults);
      const cols = (shown.columns ?? defaultColumns(columns.slice(1))).join('.');
      const { searchStr } = addressOf({ ...othersOf(search, defaults), ...kept, count: shown.count, cols });
      const link = new URL(router.history.location.pathname + searchStr, location.origin).href;
      navigator.clipboard.writeText(link).then(
        () => void toast('Link copied', { detail: view.name }),
        () => void toastError('The link was not copied', undefined, { detail: 'The browser does not allow it.' }),
      );
    },
  };
}

/** What can be done with views. */
export type Views = ReturnType<typeof useViews>;
