import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ApiError } from '~/api/problem';
import { showAt } from '~/test/show';
import { CheckView } from './check-view';
import type { Looking } from './looking';

it('says in a sentence what is wrong with the address of a page', async () => {
  const nothing = { data: undefined, error: null, isFetching: false, refetch: async () => undefined };
  const error = new ApiError({ status: 422, errors: { page: ['is not on the site'] } });
  const looking: Looking = {
    asked: 'https://other.example',
    setAsked: () => undefined,
    isLive: false,
    setIsLive: () => undefined,
    live: { enabled: false, refetchInterval: 1 },
    once: { staleTime: 'static', retry: false, enabled: false },
  };
  showAt(
    '/here',
    <CheckView
      name="Sidebar"
      domain="shop.example"
      crumbs={[]}
      looking={looking}
      counted={nothing}
      page={{ ...nothing, error }}
    />,
  );
  expect(await screen.findByText('Is not on the site.')).toBeInTheDocument();
});
