import { Checkbox, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { amountText, readAmount } from '~/lib/amount';
import { plural, unitSymbol } from '~/lib/format';
import { Button } from '~/ui/button';
import { LABELS } from './grid';
import { type Put, put, type Range, shownIn } from './model';
import { FOUND_IN, replaceAll } from './replace';
import { type BidStep, type SheetTerms, steppedBid } from './rows';
import styles from './sheet.module.css';
import type { SheetState } from './use-sheet';

const ALL = 'all';

/** Finds a text in the sheet and puts another one there. */
export function ReplacePanel({ state, onClose }: { state: SheetState; onClose(): void }) {
  const [find, setFind] = useState('');
  const [by, setBy] = useState('');
  const [where, setWhere] = useState<string>(ALL);
  const [isExact, setExact] = useState(false);
  const columns = where === ALL ? FOUND_IN : FOUND_IN.filter((column) => column === where);
  const result = replaceAll(state.sheet, find, by, columns, isExact);
  return (
    <form
      className={styles.replace}
      aria-label="Find and replace"
      onSubmit={(event) => {
        event.preventDefault();
        state.change((before) => replaceAll(before, find, by, columns, isExact).sheet);
      }}
    >
      <TextInput label="Find" value={find} onChange={(event) => setFind(event.currentTarget.value)} data-autofocus />
      <TextInput label="Replace by" value={by} onChange={(event) => setBy(event.currentTarget.value)} />
      <Select
        label="In"
        data={[{ value: ALL, label: 'All words' }, ...FOUND_IN.map((name) => ({ value: name, label: LABELS[name] }))]}
        value={where}
        allowDeselect={false}
        onChange={(value) => setWhere(value ?? ALL)}
      />
      <Checkbox
        label="Tell capitals apart"
        checked={isExact}
        onChange={(event) => setExact(event.currentTarget.checked)}
      />
      <div className="row">
        <Button type="submit" variant="ink" disabled={result.count === 0}>
          {find === '' ? 'Replace' : `Replace ${plural(result.count, 'time')}`}
        </Button>
        <Button onClick={onClose}>Close</Button>
      </div>
    </form>
  );
}

/** Changes the bids of the selected rows, or of all that are shown, at once. */
export function BidsPanel({
  state,
  terms,
  range,
  shown,
  onClose,
}: {
  state: SheetState;
  terms: SheetTerms;
  range: Range;
  /** Places of the rows that are shown. */
  shown: readonly number[];
  onClose(): void;
}) {
  const { unit, decimals } = terms;
  const [kind, setKind] = useState<BidStep['kind']>('percent');
  const [text, setText] = useState('');
  const selected = shownIn(range, shown);
  const into = selected.length > 1 ? selected : shown;
  const typed = kind === 'set' ? readAmount(text, unit, decimals) : Number(text.replace(',', '.').replace('%', ''));
  const isRight = text.trim() !== '' && typeof typed === 'number' && Number.isFinite(typed);
  const apply = () => {
    if (!isRight) return;
    state.change((before) => {
      const values = into.flatMap((at): Put[] => {
        const row = before.rows[at];
        if (!row) return [];
        const bid = readAmount(row.cells.bid, unit, decimals);
        if (kind === 'percent' && typeof bid !== 'number') return [];
        const next = steppedBid(typeof bid === 'number' ? bid : 0, { kind, value: typed }, decimals);
        return [{ row: at, column: 'bid', text: amountText(next, unit, decimals) }];
      });
      return put(before, values, 'bids');
    });
  };
  return (
    <form
      className={styles.replace}
      aria-label="Change bids"
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      <Select
        label="How"
        data={[
          { value: 'percent', label: 'By percent' },
          { value: 'set', label: 'To one amount' },
        ]}
        value={kind}
        allowDeselect={false}
        onChange={(value) => setKind(value === 'set' ? 'set' : 'percent')}
      />
      <TextInput
        label={kind === 'set' ? `Bid, ${unitSymbol(unit)}` : 'Percent: 10 raises, −10 lowers'}
        inputMode="decimal"
        value={text}
        onChange={(event) => setText(event.currentTarget.value.replace('−', '-'))}
      />
      <div className="row">
        <Button type="submit" variant="ink" disabled={!isRight || into.length === 0}>
          Change {plural(into.length, 'bid')}
        </Button>
        <Button onClick={onClose}>Close</Button>
      </div>
    </form>
  );
}
