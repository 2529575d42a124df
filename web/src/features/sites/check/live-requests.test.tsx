import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { BlockCheck } from '~/api/sdk';
import { LiveRequests } from './live-requests';

it('explains its marks in small letters', () => {
  const check = { requests: [], kept_until: null } as unknown as BlockCheck;
  render(<LiveRequests check={check} domain="daily.test" isLive={false} onLive={() => {}} />);
  for (const word of ['right', 'weak', 'failed', 'not reached']) expect(screen.getByText(word)).toBeInTheDocument();
});
