import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { show } from '~/test/show';
import { CountedLabel } from './form';

it.each([
  ['Oak frames', 25, '10 of 25 to 75'],
  // The server takes these away before it counts.
  ['  Oak frames ', 25, '10 of 25 to 75'],
  ['A cup 🚀', 0, '7 of 75'],
  ['Rooms in {city|your city}', 25, '25 of 25 to 75'],
])('counts “%s” as the server does', (text, min, counted) => {
  show(<CountedLabel label="Title" text={text} min={min} max={75} />);
  expect(screen.getByText(counted)).toBeInTheDocument();
});
