import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fill, showAt } from '~/test/show';
import { useWords } from './use-words';

function Search() {
  const { words, search, setWords, field } = useWords();
  return (
    <>
      <input aria-label="Words" ref={field} value={words} onChange={(event) => setWords(event.currentTarget.value)} />
      <p>Searching: {search}</p>
    </>
  );
}

const field = () => screen.findByLabelText('Words');
/** Longer than the pause after which the address follows. */
const pause = () => act(() => new Promise((resolve) => setTimeout(resolve, 300)));

it('takes the words of the address, and writes what is typed there', async () => {
  const router = showAt('/faq?q=bid', <Search />);
  await waitFor(async () => expect(await field()).toHaveValue('bid'));
  fill(await field(), 'money ');
  await screen.findByText('Searching: money');
  await waitFor(() => expect(router.state.location.search).toEqual({ q: 'money' }));
  expect(await field()).toHaveValue('money ');
});

it('follows a link to the same page without words, and the way back', async () => {
  const router = showAt('/faq', <Search />);
  fill(await field(), 'bid');
  await waitFor(() => expect(router.state.location.search).toEqual({ q: 'bid' }));
  await act(() => router.navigate({ href: '/faq' }));
  expect(await field()).toHaveValue('');
  await pause();
  expect(router.state.location.search).toEqual({});
  expect(screen.getByText('Searching:')).toBeInTheDocument();
  act(() => router.history.back());
  await waitFor(async () => expect(await field()).toHaveValue('bid'));
  await pause();
  expect(router.state.location.search).toEqual({ q: 'bid' });
});
