import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ListView } from '~/api/sdk';
import { NEW_LIST_VIEW_LIMITS } from '~/api/words';
import { periodText } from '~/lib/period';
import { askBy } from '~/ui/dialogs';
import { FactList } from '~/ui/form';
import { defaultColumns, type TableColumn } from '~/ui/table-column';
import { AskForm } from './ask-form';
import type { ListSpec } from './spec';
import type { List } from './use-list';

/** A list with all that is known of it. */
export interface Look<Row extends object> {
  spec: ListSpec<Row>;
  list: List;
  columns: readonly TableColumn<Row>[];
}

/** What a view keeps, in words. */
function factsOf<Row extends object>({ spec, list, columns }: Look<Row>): [string, string][] {
  const { state, range } = list;
  const choices = columns.slice(1);
  const shown = state.columns ?? defaultColumns(choices);
  const count = choices.filter((column) => shown.includes(column.id)).length;
  const sorted = columns.find((column) => column.sort === state.sort)?.label;
  const filters = (spec.filters ?? [])
    .filter(({ name }) => state.chosen[name] !== undefined)
    .map((filter) => (filter.kind === 'days' ? 'Days' : filter.label));
  const isDated = (spec.metrics && state.stats) || spec.dated;
  return [
    ...((spec.tabs?.length ?? 0) > 1 && state.tab ? [[spec.tabsLabel ?? 'Status', state.tab.label] as const] : []),
    ...(state.q ? [['Search', `“${state.q}”`] as const] : []),
    ...(filters.length > 0 ? [['Filters', filters.join(', ')] as const] : []),
    ...(isDated ? [['Days', periodText(state.period, range)] as const] : []),
    ...(sorted ? [['Order', `${sorted}, ${state.dir === 'asc' ? 'up' : 'down'}`] as const] : []),
    ...(spec.search ? [['Columns', `${count} of ${choices.length}`] as const] : []),
    ...(spec.sizes === false ? [] : [['Rows a page', state.count === 0 ? 'All' : String(state.count)] as const]),
  ].map(([name, value]) => [name, value]);
}

function NameForm({
  id,
  first,
  action,
  facts,
  run,
}: {
  id: string;
  first: string;
  action: string;
  facts?: [string, string][];
  run(name: string): Promise<unknown>;
}) {
  const [name, setName] = useState(first);
  const send = async () => {
    const typed = name.trim();
    if (typed === '') throw new RangeError('A name is needed.');
    await run(typed);
  };
  return (
    <AskForm id={id} action={action} run={send}>
      {(error) => (
        <>
          <TextInput
            label="Name"
            value={name}
            onChange={(event) => setName(event.target.value)}
            error={error}
            maxLength={NEW_LIST_VIEW_LIMITS.name.max}
            data-autofocus
          />
          {facts && facts.length > 0 && (
            <div className="stack">
              <p className="s12 t3">It keeps what is chosen now. Everything else stays as the list comes.</p>
              <FactList facts={facts} />
            </div>
          )}
        </>
      )}
    </AskForm>
  );
}

/** Asks under which name what is shown is kept. */
export function askSave<Row extends object>({
  save,
  ...look
}: Look<Row> & { save(name: string): Promise<unknown> }): void {
  askBy('Save this view', (id) => <NameForm id={id} first="" action="Save" facts={factsOf(look)} run={save} />, 460);
}

/** Asks for another name of a view. */
export function askName(view: ListView, rename: (view: ListView, name: string) => Promise<unknown>): void {
  const run = (name: string) => rename(view, name);
  askBy(`Rename “${view.name}”`, (id) => <NameForm id={id} first={view.name} action="Rename" run={run} />, 460);
}
