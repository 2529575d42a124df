import { IconBookmark, IconDownload } from '@tabler/icons-react';
import { ColumnChooser } from '~/ui/column-chooser';
import { FilePanel } from './file-panel';
import styles from './list.module.css';
import { Tool } from './tool';
import type { Look } from './view-dialogs';
import { ViewsPanel } from './views-panel';

/** What is done with a list as a whole: its columns are chosen, what is chosen is kept under a name, what it shows becomes a file. */
export default function ListTools<Row extends object>({ spec, list, columns }: Look<Row>) {
  return (
    <span className={styles.toolsGroup}>
      {(spec.search || spec.filters) && spec.paged === undefined && (
        <Tool label="Views" icon={IconBookmark}>
          {({ leave }) => <ViewsPanel spec={spec} list={list} columns={columns} leave={leave} />}
        </Tool>
      )}
      {!spec.hasFile && spec.columns && (
        <Tool label="CSV" icon={IconDownload}>
          {(way) => <FilePanel spec={spec} list={list} {...way} />}
        </Tool>
      )}
      {spec.search && <ColumnChooser columns={columns} visible={list.state.columns} onChange={list.setColumns} />}
    </span>
  );
}
