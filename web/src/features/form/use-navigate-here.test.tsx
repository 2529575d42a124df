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

it('leads nobody on who has gone to another thing on the same page', async () => {
  let answer = async () => {};
  const Page = () => {
    const navigate = useNavigateHere();
    answer = () => navigate({ href: '/copies/1' });
    return 'The page';
  };
  const router = showAt('/things/1', <Page />);
  await screen.findByText('The page');
  const ofTheFirst = answer;
  await act(() => router.navigate({ href: '/things/2' }));
  await act(() => ofTheFirst());
  expect(router.state.location.pathname).toBe('/things/2');
  await act(() => router.navigate({ href: '/things/2?page=2' }));
  await act(() => answer());
  expect(router.state.location.pathname).toBe('/copies/1');
});
