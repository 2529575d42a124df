import { Textarea } from '@mantine/core';
import { useState } from 'react';
import type { SourceRow, SourceStateName } from '~/api/sdk';
import { plural } from '~/lib/format';
import { Segmented } from '~/ui/controls';
import { askBy } from '~/ui/dialogs';
import { TextField } from '~/ui/plain-field';
import { AskForm } from '../list/ask-form';
import { COEFFICIENT_WORDS, readCoefficient, readPasted } from './source-words';

type SetState = (ids: { site_ids: number[]; block_ids: number[] }, state: SourceStateName) => Promise<boolean>;

/** Entries that are named where they are wrong; the rest is counted. */
const NAMED = 5;

/** What is said elsewhere went wrong keeps the dialog open, with what was typed. */
async function wholly(done: Promise<boolean>): Promise<void> {
  if (!(await done)) throw new RangeError('Not all of it is done: the message says why. What you typed stands here.');
}

function PasteList({ id, onSet }: { id: string; onSet: SetState }) {
  const [text, setText] = useState('');
  const [state, setState] = useState<SourceStateName>('blocked');
  const { wrong, ...ids } = readPasted(text);
  const count = ids.site_ids.length + ids.block_ids.length;
  const run = () => {
    if (wrong.length > 0) {
      const named = wrong.slice(0, NAMED).join(', ');
      throw new RangeError(`${plural(wrong.length, 'entry is', 'entries are')} no number: ${named}`);
    }
    if (count === 0) throw new RangeError('A number is needed.');
    return wholly(onSet(ids, state));
  };
  return (
    <AskForm
      id={id}
      action={count === 0 ? 'Save' : `Save ${plural(count, 'source')}`}
      hint="A number alone is a site. A block is written as {source} tells it to your tracker, 42-105, or as #105."
      run={async () => run()}
    >
      {(error) => (
        <>
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
          <Textarea
            label="Numbers of sites and blocks"
            autosize
            minRows={5}
            maxRows={12}
            placeholder={'42\n42-105\n#105'}
            value={text}
            onChange={(event) => setText(event.target.value)}
            error={error}
            data-autofocus
          />
        </>
      )}
    </AskForm>
  );
}

function AskCoefficient({ id, rows, onSet }: { id: string; rows: number; onSet(value: number): Promise<boolean> }) {
  const [text, setText] = useState('1');
  const run = () => {
    const value = readCoefficient(text);
    if (value === null) throw new RangeError(COEFFICIENT_WORDS);
    return wholly(onSet(value));
  };
  return (
    <AskForm
      id={id}
      action={`Set for ${plural(rows, 'source')}`}
      hint="Bids at these sources are multiplied by it. 1 changes nothing."
      run={async () => run()}
    >
      {(error) => (
        <TextField
          label="Coefficient"
          inputMode="decimal"
          value={text}
          onChange={(event) => setText(event.target.value)}
          error={error ?? undefined}
          data-autofocus
        />
      )}
    </AskForm>
  );
}

/** Asks for a list of sources to block or to allow. */
export const askPaste = (onSet: SetState): void => askBy('Paste a list', (id) => <PasteList id={id} onSet={onSet} />);

/** Asks for the coefficient of several sources. */
export const askCoefficient = (rows: readonly SourceRow[], onSet: (value: number) => Promise<boolean>): void =>
  askBy(`Coefficient of ${plural(rows.length, 'source')}`, (id) => (
    <AskCoefficient id={id} rows={rows.length} onSet={onSet} />
  ));
