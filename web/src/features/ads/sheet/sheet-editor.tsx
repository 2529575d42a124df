import {
  IconArrowBackUp,
  IconArrowBarToDown,
  IconArrowForwardUp,
  IconPercentage,
  IconPhotoPlus,
  IconReplace,
  IconX,
} from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { createPicturesMutation, listAdsByIdsOptions } from '~/api/queries';
import type { Ad } from '~/api/sdk';
import { useUser } from '~/app/queries';
import { plural } from '~/lib/format';
import { Button } from '~/ui/button';
import { Segmented } from '~/ui/controls';
import { Badge, Kbd } from '~/ui/marks';
import { toast, toastError, toastNotDone } from '~/ui/toast';
import { useUnsavedGuard } from '../../form/use-guard';
import { FILE_TYPES } from '../pictures/picture';
import { Conflicts } from './conflicts';
import { Grid, LABELS, type Shown } from './grid';
import { COLUMNS, changedIn, discard, type Pasted, put, shownIn } from './model';
import { BidsPanel, ReplacePanel } from './panels';
import { PhonePreview } from './phone-preview';
import type { SheetTerms, Summary } from './rows';
import styles from './sheet.module.css';
import { useGrid } from './use-grid';
import { type SavedOnce, useSheet } from './use-sheet';

/** Mistakes that the summary links to. */
const LINKED = 5;

function pastedText({ range, rows, cut, locked }: Pasted): string {
  const columns = COLUMNS.slice(range.from.column, range.to.column + 1).map((column) => LABELS[column].toLowerCase());
  const parts = [`into ${columns.join(', ')} of rows ${range.from.row + 1} to ${range.to.row + 1}.`];
  if (cut.rows > 0) parts.push(`${plural(cut.rows, 'row')} beyond the last ad had no place.`);
  if (cut.columns > 0) parts.push(`${plural(cut.columns, 'column')} beyond the last one had no place.`);
  if (locked > 0) parts.push(`${plural(locked, 'locked ad')} stayed as ${locked === 1 ? 'it was' : 'they were'}.`);
  return `${plural(rows, 'row')}, ${plural(columns.length, 'column')} ${parts.join(' ')}`;
}

/** Many ads at once, edited like a sheet. What is right is saved; what is wrong stays, marked. */
export function SheetEditor({ ads, terms }: { ads: readonly Ad[]; terms: SheetTerms }) {
  const client = useQueryClient();
  const state = useSheet(ads, terms);
  const { sheet, summary, change } = state;
  const files = useRef<HTMLInputElement>(null);
  const [shown, setShown] = useState<Shown>('all');
  const [panel, setPanel] = useState<'replace' | 'bids' | null>(null);
  const upload = useMutation(createPicturesMutation());

  const wrongRows = new Set(summary.wrong.map(({ row }) => row));
  const places = sheet.rows.map((_, at) => at);
  const visible = places.filter((at) => {
    const row = sheet.rows[at];
    if (shown === 'all' || !row) return shown === 'all';
    if (shown === 'changed') return changedIn(row).length > 0;
    return wrongRows.has(at) || state.told.has(row.ad.id);
  });
  const grid = useGrid(state, visible, () => files.current?.click());
  useUnsavedGuard(() => summary.cells > 0 || grid.isTyping);
  // The cell in hand is one that is shown: else no key would reach the sheet.
  const { mark } = grid;
  const [first] = visible;
  const isLost = first !== undefined && !visible.includes(grid.at.row);
  useEffect(() => {
    if (isLost) mark({ row: first, column: 1 });
  });

  /** One file goes into all selected rows; several go into one row after the other. */
  const takeFiles = async (chosen: readonly File[]) => {
    const into = chosen.length === 1 ? shownIn(grid.range, visible) : visible.filter((row) => row >= grid.corners.top);
    if (chosen.length > 1 && chosen.length > into.length) {
      toastError('Not all pictures were taken', undefined, {
        detail: `${plural(chosen.length - into.length, 'file')} had no row: pictures go into one row after the other from the chosen one on.`,
      });
    }
    try {
      for (const [at, file] of (chosen.length === 1 ? chosen : chosen.slice(0, into.length)).entries()) {
        const { data } = await upload.mutateAsync({ body: { file } });
        const text = `${data.square.name}/${data.horizontal.name}`;
        const rows = chosen.length === 1 ? into : into.slice(at, at + 1);
        change((before) =>
          put(
            before,
            rows.map((row) => ({ row, column: 'picture', text })),
            'picture',
          ),
        );
      }
    } catch (error) {
      toastError('The picture was not taken', error);
    }
  };

  /** Asks for ads that were changed elsewhere. */
  const renew = async (ids: readonly number[]) => {
    const query = listAdsByIdsOptions({ query: { ids: ids.join(',') } });
    try {
      state.renew((await client.fetchQuery({ ...query, staleTime: 0 })).data);
    } catch (error) {
      toastError('What was changed elsewhere did not load', error);
    }
  };

  const takeBack = async (once: SavedOnce) => {
    try {
      const { left, waiting } = await state.back(once);
      const again =
        waiting === 1
          ? '1 ad waits for a moderator again and is not shown until then.'
          : `${plural(waiting, 'ad')} wait for a moderator again and are not shown until then.`;
      if (left > 0) {
        const some = 'They were changed since, or something of them cannot go back.';
        const detail = waiting > 0 ? `${some} ${again}` : some;
        toastError(`${plural(left, 'ad')} not brought back as a whole`, undefined, { detail });
      } else if (waiting > 0) toast('What was changed is back', { detail: again });
      else toast('The ads are as they were');
    } catch (error) {
      toastError('Not all ads are as they were', error);
    }
  };

  const save = async () => {
    grid.forget();
    try {
      const { once, refused, stale } = await state.save();
      const done = once.ads.length;
      if (done > 0) toast(`${plural(done, 'ad')} saved`, { undo: () => void takeBack(once) });
      if (refused > 0) {
        toastError(`${plural(refused, 'ad')} not saved`, undefined, { detail: 'Each says why in its row.' });
      }
      if (stale.length > 0) await renew(stale);
    } catch (error) {
      toastNotDone('The sheet', 'saved', error);
    }
  };

  return (
    <>
      <div className={styles.tools} role="toolbar" aria-label="Tools of the sheet">
        <Segmented<Shown>
          label="Rows"
          value={shown}
          onChange={setShown}
          options={[
            { value: 'all', label: `All ${sheet.rows.length}` },
            { value: 'changed', label: `Changed ${summary.ads}` },
            { value: 'wrong', label: `Errors ${summary.wrong.length}` },
          ]}
        />
        <Button
          variant="ghost"
          size="tool"
          icon
          aria-label="Undo"
          disabled={sheet.past.length === 0}
          onClick={grid.undo}
        >
          <IconArrowBackUp size={16} aria-hidden />
        </Button>
        <Button
          variant="ghost"
          size="tool"
          icon
          aria-label="Redo"
          disabled={sheet.future.length === 0}
          onClick={grid.redo}
        >
          <IconArrowForwardUp size={16} aria-hidden />
        </Button>
        <Button variant="ghost" size="tool" onClick={grid.fill}>
          <IconArrowBarToDown size={16} aria-hidden />
          Fill down
        </Button>
        <Button
          variant="ghost"
          size="tool"
          aria-expanded={panel === 'replace'}
          onClick={() => setPanel(panel === 'replace' ? null : 'replace')}
        >
          <IconReplace size={16} aria-hidden />
          Find and replace
        </Button>
        <Button
          variant="ghost"
          size="tool"
          aria-expanded={panel === 'bids'}
          onClick={() => setPanel(panel === 'bids' ? null : 'bids')}
        >
          <IconPercentage size={16} aria-hidden />
          Change bids
        </Button>
        <Button variant="ghost" size="tool" busy={upload.isPending} onClick={() => files.current?.click()}>
          <IconPhotoPlus size={16} aria-hidden />
          Pictures
        </Button>
        <input
          ref={files}
          type="file"
          multiple
          hidden
          aria-label="Picture files"
          accept={FILE_TYPES.join(',')}
          onChange={({ currentTarget }) => {
            const chosen = [...(currentTarget.files ?? [])];
            currentTarget.value = '';
            void takeFiles(chosen);
          }}
        />
        <span className="grow" />
        <span className={styles.keys} aria-hidden>
          <span>
            <Kbd>Enter</Kbd> edit
          </span>
          <span>
            <Kbd>Tab</Kbd> next
          </span>
          <span>
            <Kbd>Ctrl D</Kbd> fill down
          </span>
          <span>
            <Kbd>Ctrl V</Kbd> paste rows
          </span>
        </span>
      </div>
      {panel === 'replace' && <ReplacePanel state={state} onClose={() => setPanel(null)} />}
      {panel === 'bids' && (
        <BidsPanel state={state} terms={terms} range={grid.range} shown={visible} onClose={() => setPanel(null)} />
      )}
      {grid.pasted && (
        <div className={styles.pastedNote} role="status">
          <span className="grow">
            <b className="b">Pasted</b> {pastedText(grid.pasted)}
          </span>
          <Button size="sm" onClick={grid.undo}>
            <IconArrowBackUp size={14} aria-hidden />
            Undo paste
          </Button>
          <Button variant="ghost" size="sm" icon aria-label="Close" onClick={grid.forget}>
            <IconX size={14} aria-hidden />
          </Button>
        </div>
      )}
      <Conflicts state={state} onShow={(row, column) => grid.select({ row, column })} />
      <Grid state={state} grid={grid} terms={terms} rows={visible} />
      {visible.length === 0 && <p className="s13 t3">No such rows.</p>}
      <PhonePreview row={sheet.rows[grid.at.row]} />
      <SaveBar
        summary={summary}
        isSaving={state.isSaving}
        onDiscard={() => change(discard)}
        onSave={() => void save()}
        onJump={(row, column) => {
          setShown('all');
          grid.select({ row, column });
        }}
      />
    </>
  );
}

function SaveBar({
  summary,
  isSaving,
  onDiscard,
  onSave,
  onJump,
}: {
  summary: Summary;
  isSaving: boolean;
  onDiscard(): void;
  onSave(): void;
  onJump(row: number, column: number): void;
}) {
  const { cells, ads, wrong, ready } = summary;
  // What trusted owners change is not read before it runs.
  const again = useUser()?.is_trusted ? 0 : summary.again;
  const running = ready.length - again;
  return (
    <section className={styles.save} aria-label="What saving does">
      <div>
        <p className="s13">
          <b className="b num">
            {cells === 0 ? 'Nothing changed' : `${plural(cells, 'cell')} in ${plural(ads, 'ad')}`}
          </b>
          {wrong.length > 0 && (
            <>
              <Badge tone="bad">{`${plural(wrong.length, 'error')}:`}</Badge>
              {wrong.slice(0, LINKED).map(({ row, column }) => (
                <button
                  key={`${row}.${column}`}
                  type="button"
                  className={styles.jump}
                  onClick={() => onJump(row, COLUMNS.indexOf(column))}
                >
                  row {row + 1}, {LABELS[column].toLowerCase()}
                </button>
              ))}
              {wrong.length > LINKED && <span className="t3">and {wrong.length - LINKED} more</span>}
            </>
          )}
        </p>
        {cells > 0 && (
          <p className="s12 t2">
            {again > 0 && `${again} go back to moderation (words, picture or address)`}
            {again > 0 && running > 0 && ', '}
            {running > 0 && `${running} keep running${summary.again > again ? '' : ' (bid or status only)'}`}
            {again + running > 0 && '. '}
            {ads > ready.length && `The ${ads - ready.length} with errors stay here.`}
          </p>
        )}
      </div>
      <div className="row">
        <Button disabled={cells === 0 || isSaving} onClick={onDiscard}>
          Discard
        </Button>
        <Button variant="accent" disabled={ready.length === 0} busy={isSaving} onClick={onSave}>
          {ready.length === 0 ? 'Save' : `Save ${plural(ready.length, 'ad')}`}
        </Button>
      </div>
    </section>
  );
}
