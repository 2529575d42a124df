import { IconDownload } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { saveFile } from '~/api/download';
import { errorText } from '~/api/problem';
import { useUnit, useUser } from '~/app/queries';
import { formatNumber } from '~/lib/format';
import { dayOf } from '~/lib/period';
import { isGod } from '~/lib/roles';
import { Button } from '~/ui/button';
import { Segmented } from '~/ui/controls';
import { Note } from '~/ui/note';
import { allRows, fileOf, ROWS_MAX, tellSaved } from './list-file';
import type { ListSpec } from './spec';
import styles from './tools.module.css';
import type { List } from './use-list';

type Which = 'screen' | 'all';

/** Makes a file of all rows that are found. It is held open while they come, and leaves when the file is there. */
export function FilePanel<Row extends object>({
  spec,
  list,
  leave,
  hold,
}: {
  spec: ListSpec<Row>;
  list: List;
  leave(): void;
  hold(isHeld: boolean): void;
}) {
  const client = useQueryClient();
  const unit = useUnit();
  const asGod = isGod(useUser());
  const [which, setWhich] = useState<Which>('screen');
  const [progress, setProgress] = useState<{ count: number; total: number } | null>(null);
  const [error, setError] = useState<unknown>(null);
  const asking = useRef<AbortController>(null);
  const [, many] = spec.noun;
  useEffect(
    () => () => {
      asking.current?.abort();
      hold(false);
    },
    [hold],
  );
  const end = () => {
    asking.current = null;
    setProgress(null);
    hold(false);
  };
  const cancel = () => {
    asking.current?.abort();
    end();
  };
  const save = async () => {
    const mine = new AbortController();
    asking.current = mine;
    setError(null);
    setProgress({ count: 0, total: 0 });
    hold(true);
    try {
      const { rows, total } = await allRows(spec, list, {
        client,
        signal: mine.signal,
        onRows: (count, all) => setProgress({ count, total: Math.min(all, ROWS_MAX) }),
      });
      const { stats, columns: visible } = list.state;
      const text = fileOf(spec, rows, { all: which === 'all', visible, unit, stats, asGod });
      saveFile(new Blob([text], { type: 'text/csv' }), `${spec.name}-${dayOf(Date.now())}.csv`);
      end();
      tellSaved(rows.length, total, spec.noun, 'Narrow the list for the rest.');
      leave();
    } catch (thrown) {
      if (mine.signal.aborted) return;
      setError(thrown);
      end();
    }
  };
  return (
    <div>
      <h2 className={styles.head}>This list as a file</h2>
      <div className={styles.file}>
        <Segmented<Which>
          label="Columns of the file"
          full
          value={which}
          onChange={setWhich}
          options={[
            { value: 'screen', label: 'Columns on screen' },
            { value: 'all', label: 'All columns' },
          ]}
        />
        <p className="t2">
          All {many} that are found now, on every page, {formatNumber(ROWS_MAX)} at most.
        </p>
        {error !== null && <Note tone="bad">The file could not be made. {errorText(error)}</Note>}
        {progress ? (
          <>
            <progress
              aria-label="Rows that are there"
              max={1}
              value={progress.total > 0 ? progress.count / progress.total : 0}
            />
            <div className="row">
              <span className="grow t2 num" role="status">
                {progress.total > 0 && `${formatNumber(progress.count)} of ${formatNumber(progress.total)} are there`}
              </span>
              <Button size="sm" onClick={cancel}>
                Cancel
              </Button>
            </div>
          </>
        ) : (
          <Button variant="ink" size="sm" full onClick={() => void save()}>
            <IconDownload size={14} aria-hidden />
            {error === null ? 'Save the file' : 'Try again'}
          </Button>
        )}
      </div>
    </div>
  );
}
