import { useState } from 'react';

/** How often an open check asks, in milliseconds: each time the block stays under check for two minutes more. */
const LOOK_MS = 3_000;

/** What a person asks of a check: whether it is live, and which page to look at. */
export interface Looking {
  isLive: boolean;
  setIsLive(isLive: boolean): void;
  /** The address that was asked for last; empty before. */
  asked: string;
  setAsked(page: string): void;
  /** How the check is asked: while it is, the block's requests are kept. */
  live: { enabled: boolean; refetchInterval: number };
  /** How a page is asked: it is fetched when somebody asks, and not again by itself. */
  once: { staleTime: 'static'; retry: false; enabled: boolean };
}

/** What a person asks of a check, from the beginning: live, and no page yet. */
export function useLooking(): Looking {
  const [isLive, setIsLive] = useState(true);
  const [asked, setAsked] = useState('');
  return {
    isLive,
    setIsLive,
    asked,
    setAsked,
    live: { enabled: isLive, refetchInterval: LOOK_MS },
    once: { staleTime: 'static', retry: false, enabled: asked !== '' },
  };
}
