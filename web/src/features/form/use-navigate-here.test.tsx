import { act, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { showAt } from '~/test/show';
import { useNavigateHere } from './use-navigate-here';

it('leads on who is still there, and nobody who has left', async () => {
  let answer = async () => {};
  let leave = () => {};
  const Part = () => {
    const navigate = useNavigateHere();
    answer = () => navigate({ href: '/next' });
    return 'The part';
  };
  const Page = () => {
    const [isThere, setThere] = useState(true);
    leave = () => setThere(false);
    return isThere && <Part />;
  };
  const router = showAt('/here', <Page />);
  await screen.findByText('The part');
  await act(() => answer());
  expect(router.state.location.pathname).toBe('/next');
  await act(() => router.navigate({ href: '/elsewhere' }));
  act(() => leave());
  await act(() => answer());
  expect(router.state.location.pathname).toBe('/elsewhere');
});
