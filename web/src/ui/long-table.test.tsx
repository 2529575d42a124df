import { MantineProvider } from '@mantine/core';
import { render, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { theme } from '~/theme/theme';
import { DataTable } from './data-table';

const code = vi.hoisted(() => {
  let come = () => {};
  const here = new Promise<void>((resolve) => {
    come = resolve;
  });
  return { here, come };
});

vi.mock('./virtual-rows', async (original) => {
  await code.here;
  return original();
});

it('draws only what is in sight of a long list, and its first rows until what draws the others is there', async () => {
  const rows = Array.from({ length: 500 }, (_, id) => ({ id, name: `Row ${id}` }));
  render(
    <MantineProvider theme={theme} env="test">
      <DataTable
        label="Rows"
        columns={[{ id: 'name', label: 'Name', cell: ({ name }) => name }]}
        rows={rows}
        rowId={({ id }) => String(id)}
        rowName={({ name }) => name}
      />
    </MantineProvider>,
  );
  expect(screen.getAllByRole('row')).toHaveLength(81);
  code.come();
  await waitFor(() => expect(screen.getAllByRole('row').length).toBeLessThan(81));
  expect(screen.getByRole('table')).toHaveAttribute('aria-rowcount', '501');
  expect(screen.getAllByRole('row')[0]).toHaveAttribute('aria-rowindex', '1');
  for (const row of screen.getAllByRole('row').slice(1)) expect(row).toHaveAttribute('aria-rowindex');
});
