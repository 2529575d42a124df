import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { show } from '~/test/show';
import { Previews } from './previews';

const NOTIFICATION = {
  title: 'One cabin is free this weekend',
  body: 'Stove, lake, no signal. From $84 a night.',
  icon: null,
  image: null,
  buttons: ['Look inside', 'Not now'],
};

it('shows a notification opened and collapsed, light and dark, on each system', async () => {
  show(<Previews notification={NOTIFICATION} />);
  const cards = () => screen.getAllByRole('img');
  const android = () => screen.getByRole('img', { name: /^Android/ });
  expect(cards()).toHaveLength(5);
  expect(android()).toHaveAccessibleName(/Look inside\. Not now$/);
  await userEvent.click(screen.getByRole('button', { name: 'Collapsed' }));
  expect(android()).not.toHaveAccessibleName(/Look inside/);
  expect(cards().every((card) => card.dataset.theme === 'light')).toBe(true);
  await userEvent.click(screen.getByRole('button', { name: 'Dark' }));
  expect(cards().every((card) => card.dataset.theme === 'dark')).toBe(true);
});
