import { Suspense } from 'react';
import { late } from '~/ui/late';
import type { TableColumn } from '~/ui/table-column';
import styles from './list.module.css';
import type { ListSpec } from './spec';
import type { Look } from './view-dialogs';

// Nobody needs them before the rows are there.
const ListTools = late(() => import('./list-tools'));

/** The tools of a list, whose room is kept until they come. */
export function LazyTools<Row extends object>({ spec, list, columns }: Look<Row>) {
  return (
    <Suspense fallback={<span className={styles.toolsWait} />}>
      <ListTools spec={spec as ListSpec<object>} list={list} columns={columns as TableColumn<object>[]} />
    </Suspense>
  );
}
