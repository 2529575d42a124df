import { render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { Contest } from './contest';

const ad = (number: number, shows: number, clicks: number) =>
  ({ id: `${number}`, number, name: `Ad ${number}`, thumb: null, shows, clicks, leads: null }) as const;

it('calls no ad the best one that has nothing to be compared with', () => {
  const { rerender } = render(<Contest ads={[ad(1, 300, 9), ad(2, 9, 0)]} period="last 7 days" onStop={vi.fn()} />);
  expect(screen.getByText(/^It begins once two of them had/)).toBeInTheDocument();
  expect(screen.getByRole('row', { name: /Ad 1/ })).toHaveTextContent('Nothing to compare with yet');
  expect(screen.queryByText(/Best ad/)).not.toBeInTheDocument();
  rerender(<Contest ads={[ad(1, 3000, 90), ad(2, 3000, 9)]} period="last 7 days" onStop={vi.fn()} />);
  expect(screen.getByRole('row', { name: /Ad 1/ })).toHaveTextContent('Best ad, 99,9 % sure');
});
