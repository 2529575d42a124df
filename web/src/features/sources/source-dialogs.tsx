import { type FormEvent, useState } from 'react';
import type { SourceRow, SourceStateName } from '~/api/sdk';
import { plural } from '~/lib/format';
import { Button } from '~/ui/button';
import { Segmented } from '~/ui/controls';
import { closeDialog, openDialog } from '~/ui/dialogs';
import { Note } from '~/ui/note';
import { TextField } from '~/ui/plain-field';
import { COEFFICIENT_WORDS, readCoefficient, readPasted } from './source-words';
import styles from './sources.module.css';

type SetState = (ids: { site_ids: number[]; block_ids: number[] }, state: SourceStateName) => Promise<boolean>;

function PasteList({ id, onSet }: { id: string; onSet: SetState }) {
  const [text, setText] = useState('');
  const [state, setState] = useState<SourceStateName>('blocked');
  const [isBusy, setBusy] = useState(false);
  const { wrong, ...ids } = readPasted(text);
  const count = ids.site_ids.length + ids.block_ids.length;
  const send = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    const isDone = await onSet(ids, state);
    setBusy(false);
    if (isDone) closeDialog(id);
  };
  return (
    <form className="stack" onSubmit={(event) => void send(event)}>
      <Segmented<SourceStateName>
        label="What is done with them"
        value={state}
        options={[
          { value: 'blocked', label: 'Block' },
          { value: 'allowed', label: 'Allow only these' },
          { value: 'open', label: 'Take off the list' },
        ]}
        onChange={setState}
      />
      <label className="stack" style={{ gap: 4 }}>
        <span className="s13">Numbers of sites and blocks</span>
        <textarea
          className={styles.area}
          value={text}
          placeholder={'42\n42-105\n#105'}
          onChange={(event) => setText(event.target.value)}
        />
      </label>
      <p className="s13 t2">
        A number alone is a site. A block is written as {'{source}'} tells it to your tracker, 42-105, or as #105.
      </p>
      {wrong.length > 0 && (
        <Note tone="bad">
          {plural(wrong.length, 'entry is', 'entries are')} no number: {wrong.slice(0, 5).join(', ')}
        </Note>
      )}
      <div className="row" style={{ justifyContent: 'flex-end' }}>
        <Button onClick={() => closeDialog(id)}>Cancel</Button>
        <Button type="submit" variant="ink" busy={isBusy} disabled={count === 0 || wrong.length > 0}>
          {count === 0 ? 'Save' : `Save ${plural(count, 'source')}`}
        </Button>
      </div>
    </form>
  );
}

/** Asks for a list of sources to block or to allow. */
export function askPaste(onSet: SetState): void {
  const id = `sources-${performance.now()}`;
  openDialog({ modalId: id, title: 'Paste a list', children: <PasteList id={id} onSet={onSet} /> });
}

function AskCoefficient({ id, rows, onSet }: { id: string; rows: number; onSet(value: number): Promise<boolean> }) {
  const [text, setText] = useState('1');
  const [isBusy, setBusy] = useState(false);
  const value = readCoefficient(text);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (value === null) return;
    setBusy(true);
    const isDone = await onSet(value);
    setBusy(false);
    if (isDone) closeDialog(id);
  };
  return (
    <form className="stack" onSubmit={(event) => void send(event)}>
      <TextField
        label="Coefficient"
        inputMode="decimal"
        value={text}
        onChange={(event) => setText(event.target.value)}
        error={value === null ? COEFFICIENT_WORDS : undefined}
      />
      <p className="s13 t2">Bids at these sources are multiplied by it. 1 changes nothing.</p>
      <div className="row" style={{ justifyContent: 'flex-end' }}>
        <Button onClick={() => closeDialog(id)}>Cancel</Button>
        <Button type="submit" variant="ink" busy={isBusy} disabled={value === null}>
          Set for {plural(rows, 'source')}
        </Button>
      </div>
    </form>
  );
}

/** Asks for the coefficient of several sources. */
export function askCoefficient(rows: readonly SourceRow[], onSet: (value: number) => Promise<boolean>): void {
  const id = `coefficient-${performance.now()}`;
  openDialog({
    modalId: id,
    title: `Coefficient of ${plural(rows.length, 'source')}`,
    children: <AskCoefficient id={id} rows={rows.length} onSet={onSet} />,
  });
}
