import { fireEvent, render, screen } from '@testing-library/react';
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

it('stops the losers, one of them or all', () => {
  const onStop = vi.fn();
  render(<Contest ads={[ad(1, 3000, 90), ad(2, 3000, 9), ad(3, 3000, 12)]} period="last 7 days" onStop={onStop} />);
  fireEvent.click(screen.getByRole('button', { name: 'Stop Ad 2' }));
  expect(onStop).toHaveBeenLastCalledWith(['2']);
  fireEvent.click(screen.getByRole('button', { name: 'Stop 2 losers' }));
  expect(onStop.mock.lastCall?.[0].toSorted()).toEqual(['2', '3']);
  expect(screen.queryByRole('button', { name: 'Stop Ad 1' })).not.toBeInTheDocument();
});
