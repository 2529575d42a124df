import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { theme } from '~/theme/theme';
import { DataTable, type DataTableProps } from './data-table';
import type { TableColumn } from './table-column';

interface Row {
  id: number;
  name: string;
  clicks: number | null;
  children?: Row[];
}

const COLUMNS: TableColumn<Row>[] = [
  { id: 'name', label: 'Name', cell: (row) => row.name },
  { id: 'clicks', label: 'Clicks', sort: 'clicks_count', align: 'right', total: '12', cell: (row) => row.clicks },
  { id: 'extra', label: 'Extra', hidden: true, cell: () => 'x' },
];
const ROWS: Row[] = Array.from({ length: 4 }, (_, index) => ({
  id: index + 1,
  name: `Row ${index + 1}`,
  clicks: index,
}));

function show(props: Partial<DataTableProps<Row>> = {}) {
  return render(
    <MantineProvider theme={theme} env="test">
      <DataTable
        label="Rows"
        columns={COLUMNS}
        rows={ROWS}
        rowId={(row) => String(row.id)}
        rowName={(row) => row.name}
        {...props}
      />
    </MantineProvider>,
  );
}

const PHONE = (query: string) => ({
  matches: query.includes('max-width'),
  media: query,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
  addListener: () => undefined,
  removeListener: () => undefined,
});

describe('columns', () => {
  it('stand with the bold one beside the name on a phone', () => {
    vi.stubGlobal('matchMedia', PHONE);
    const spent: TableColumn<Row> = { id: 'spent', label: 'Spent', strong: true, cell: () => '1' };
    show({ columns: [...COLUMNS, spent] });
    expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual(['Name', 'Spent', 'Clicks']);
    vi.unstubAllGlobals();
  });
  it('stand with the status before the bold one on a phone where rows are worked through by it', () => {
    vi.stubGlobal('matchMedia', PHONE);
    const spent: TableColumn<Row> = { id: 'spent', label: 'Spent', strong: true, cell: () => '1' };
    const status: TableColumn<Row> = { id: 'status', label: 'Status', near: true, cell: () => 'Waits' };
    show({ columns: [...COLUMNS, spent, status] });
    const heads = screen.getAllByRole('columnheader').map((head) => head.textContent);
    expect(heads).toEqual(['Name', 'Status', 'Spent', 'Clicks']);
    vi.unstubAllGlobals();
  });
  it('explain their formula to the keyboard too', async () => {
    show({ columns: [...COLUMNS, { id: 'ctr', label: 'CTR', help: 'Clicks / shows', cell: () => '1' }] });
    screen.getByRole('button', { name: 'CTR' }).focus();
    expect(await screen.findByRole('tooltip')).toHaveTextContent('Clicks / shows');
  });
  it('shows the default ones, or those that are asked for, and always the first', () => {
    const { unmount } = show();
    expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual(['Name', 'Clicks']);
    unmount();
    show({ visible: ['extra'] });
    expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual(['Name', 'Extra']);
  });
  it('has a totals row only with a name for it', () => {
    show({ totalLabel: 'Total of 4' });
    const total = screen.getByRole('rowheader', { name: 'Total of 4' });
    expect(within(total.closest('tr') as HTMLElement).getByText('12')).toBeInTheDocument();
  });
});

describe('sorting', () => {
  it('begins with the highest and turns round', async () => {
    const onSort = vi.fn();
    const { rerender } = show({ onSort });
    await userEvent.click(screen.getByRole('button', { name: 'Clicks' }));
    expect(onSort).toHaveBeenLastCalledWith({ by: 'clicks_count', direction: 'desc' });
    rerender(
      <MantineProvider theme={theme} env="test">
        <DataTable
          label="Rows"
          columns={COLUMNS}
          rows={ROWS}
          rowId={(row) => String(row.id)}
          sort={{ by: 'clicks_count', direction: 'desc' }}
          onSort={onSort}
        />
      </MantineProvider>,
    );
    expect(screen.getByRole('columnheader', { name: 'Clicks' })).toHaveAttribute('aria-sort', 'descending');
    await userEvent.click(screen.getByRole('button', { name: 'Clicks' }));
    expect(onSort).toHaveBeenLastCalledWith({ by: 'clicks_count', direction: 'asc' });
  });
});

describe('selection', () => {
  function Selecting({ told }: { told(ids: string[]): void }) {
    const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
    return (
      <MantineProvider theme={theme} env="test">
        <DataTable
          label="Rows"
          columns={COLUMNS}
          rows={ROWS}
          rowId={(row) => String(row.id)}
          rowName={(row) => row.name}
          selected={selected}
          onSelect={(next) => {
            setSelected(next);
            told([...next].sort());
          }}
        />
      </MantineProvider>
    );
  }
  it('takes one, a range with shift, all and none', async () => {
    const told = vi.fn();
    const user = userEvent.setup();
    render(<Selecting told={told} />);
    await user.click(screen.getByLabelText('Select Row 1'));
    expect(told).toHaveBeenLastCalledWith(['1']);
    await user.keyboard('{Shift>}');
    await user.click(screen.getByLabelText('Select Row 3'));
    await user.keyboard('{/Shift}');
    expect(told).toHaveBeenLastCalledWith(['1', '2', '3']);
    expect(screen.getByLabelText('Select all on this page')).toBePartiallyChecked();
    await user.click(screen.getByLabelText('Select all on this page'));
    expect(told).toHaveBeenLastCalledWith(['1', '2', '3', '4']);
    await user.click(screen.getByLabelText('Select all on this page'));
    expect(told).toHaveBeenLastCalledWith([]);
  });
});

describe('trees', () => {
  it('opens rows into their children', async () => {
    const onOpen = vi.fn();
    const rows: Row[] = [{ id: 1, name: 'Parent', clicks: 1, children: [{ id: 2, name: 'Child', clicks: 1 }] }];
    const tree = (opened: Record<string, boolean>) => ({
      children: (row: Row) => row.children,
      canOpen: (row: Row) => row.children !== undefined,
      opened,
      onOpen,
      name: (row: Row) => row.name,
    });
    const { unmount } = show({ rows, tree: tree({}) });
    expect(screen.queryByText('Child')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Open Parent' }));
    expect(onOpen).toHaveBeenCalledWith(rows[0], true);
    unmount();
    show({ rows, tree: tree({ 1: true }) });
    expect(screen.getByText('Child')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Close Parent' })).toHaveAttribute('aria-expanded', 'true');
  });
});

describe('states', () => {
  it('loads with skeletons and says so', () => {
    show({ rows: [], loading: true, skeletonRows: 3, empty: 'nothing' });
    expect(screen.getByRole('status')).toHaveTextContent('Loading');
    expect(screen.queryByText('nothing')).toBeNull();
    expect(screen.getByRole('table')).toHaveAttribute('aria-busy', 'true');
  });
  it('says what to do when empty', () => {
    show({ rows: [], empty: 'nothing' });
    expect(screen.getByText('nothing')).toBeInTheDocument();
  });
});

describe('what stands below an opened row', () => {
  const many: Row[] = Array.from({ length: 100 }, (_, index) => ({ id: index, name: `Row ${index}`, clicks: 1 }));
  const tree = (opened: Record<string, boolean>) => ({
    children: () => undefined,
    canOpen: () => true,
    opened,
    onOpen: () => undefined,
    name: (row: Row) => row.name,
    below: (row: Row) => <p>Below {row.name}</p>,
  });
  it('leaves every row of a long list there', () => {
    show({ rows: many, tree: tree({ 3: true }) });
    expect(screen.getByText('Below Row 3')).toBeInTheDocument();
    expect(screen.getByText('Row 99')).toBeInTheDocument();
  });
  it('takes the focus from nobody who opens or closes one', async () => {
    vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(400);
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(40);
    const table = (opened: Record<string, boolean>) => (
      <MantineProvider theme={theme} env="test">
        <DataTable
          label="Rows"
          columns={COLUMNS}
          rows={many}
          rowId={(row) => String(row.id)}
          rowName={(row) => row.name}
          tree={tree(opened)}
        />
      </MantineProvider>
    );
    const { rerender } = render(table({}));
    await waitFor(() => expect(screen.getAllByRole('row').length).toBeLessThan(81));
    const opener = screen.getByRole('button', { name: 'Open Row 3' });
    opener.focus();
    rerender(table({ 3: true }));
    expect(screen.getByText('Row 99')).toBeInTheDocument();
    expect(opener).toHaveFocus();
    rerender(table({}));
    await waitFor(() => expect(screen.queryByText('Row 99')).toBeNull());
    expect(opener).toHaveFocus();
    vi.restoreAllMocks();
  });
  it('is no reason to draw all rows where it was closed or is on another page', async () => {
    show({ rows: many, tree: tree({ 3: false, 500: true }) });
    await waitFor(() => expect(screen.getAllByRole('row').length).toBeLessThan(81));
    expect(screen.getByRole('table')).toHaveAttribute('aria-rowcount', '101');
  });
});

it('draws on from where its rows really stand, however high they are', async () => {
  const ROW = 60;
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(400);
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(ROW);
  const many = Array.from({ length: 500 }, (_, index) => ({ id: index, name: `Row ${index}`, clicks: 1 }));
  show({ rows: many });
  await waitFor(() => expect(screen.getAllByRole('row').length).toBeLessThan(81));
  const table = screen.getByRole('region', { name: 'Rows' });
  // The tenth row begins here: it and those before it are near enough to be drawn.
  table.scrollTop = 10 * ROW;
  fireEvent.scroll(table);
  await waitFor(() => expect(screen.getByText('Row 24')).toBeInTheDocument());
  expect(screen.getByText('Row 0')).toBeInTheDocument();
  vi.restoreAllMocks();
});
