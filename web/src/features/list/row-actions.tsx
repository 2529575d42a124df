import { useNavigate } from '@tanstack/react-router';
import { BulkBar } from '~/ui/bulk-bar';
import { Button } from '~/ui/button';
import { RowMenu } from '~/ui/row-menu';
import styles from './list.module.css';
import { idOfRow } from './row-key';
import type { ListAction, ListSpec } from './spec';
import type { Act } from './use-changes';
import { wishActions } from './wish';

/** The actions that the menu of a row has. */
export const rowActions = <Row extends object>({ actions = [] }: Pick<ListSpec<Row>, 'actions'>) =>
  actions.filter((action) => action === '-' || (action.only !== 'bulk' && !action.toMany));

/** Those of the bar of selected rows; rows of a list without any cannot be selected. */
export const bulkActions = <Row extends object>({
  actions = [],
  wish,
}: Pick<ListSpec<Row>, 'actions' | 'wish'>): ListAction<Row>[] =>
  [
    ...(wish ? wishActions(wish) : []),
    ...actions.filter(
      (action) => action !== '-' && action.only !== 'row' && !action.to && !action.openOne && !action.form,
    ),
  ] as ListAction<Row>[];

/** The menu at the end of a row. */
export function ActionMenu<Row extends object>({ spec, row, act }: { spec: ListSpec<Row>; row: Row; act: Act<Row> }) {
  const navigate = useNavigate();
  const [first] = rowActions(spec);
  const run = ({ label, change, to, open, openOne }: ListAction<Row>) => {
    if (to) void navigate(to(row));
    open?.([row]);
    openOne?.(row);
    if (change) act(label, change, [row]);
  };
  if (first && first !== '-' && first.alone) {
    const { label, icon: Icon } = first;
    return (
      <Button variant="ghost" size="sm" icon aria-label={`${label} ${spec.rowName(row)}`} onClick={() => run(first)}>
        <Icon size={16} stroke={1.75} aria-hidden />
      </Button>
    );
  }
  return (
    <RowMenu
      name={spec.rowName(row)}
      actions={rowActions(spec).map((action) => {
        if (action === '-') return '-';
        const { label, icon: Icon, bad = false, when, isOff } = action;
        if (when && !when(row)) return false;
        return {
          label,
          bad,
          icon: <Icon size={14} aria-hidden />,
          disabled: isOff?.(row) ?? false,
          onClick: () => run(action),
        };
      })}
    />
  );
}

/** What can be done with the selected rows. Those that were refused, or of which nobody knows, stay selected. */
export function SelectionBar<Row extends object>({
  spec,
  rows,
  act,
  onSelect,
}: {
  spec: ListSpec<Row>;
  rows: readonly Row[];
  act: Act<Row>;
  onSelect(ids: ReadonlySet<string>): void;
}) {
  const navigate = useNavigate();
  if (rows.length === 0) return null;
  const actions = bulkActions(spec).map((action) => {
    const { label: one, many: label = one, icon: Icon, bad = false, when, change, open, toMany } = action;
    const fit = when ? rows.filter(when) : rows;
    return {
      label,
      bad,
      icon: <Icon size={14} aria-hidden />,
      disabled: fit.length === 0,
      onClick: () => {
        open?.(fit);
        if (toMany) void navigate(toMany(fit));
        if (!change) return;
        act(label, change, fit, ({ refused, unknown }) => {
          const left = [...refused.map(({ row }) => row), ...unknown];
          if (change.leaves) onSelect(new Set(left.map((row) => idOfRow(spec, row))));
        });
      },
    };
  });
  return (
    <div className={styles.bulk}>
      <BulkBar count={rows.length} label={spec.noun[1]} actions={actions} onClear={() => onSelect(new Set())} />
    </div>
  );
}
