import type { FakeBlock } from './network.mjs';

export const sixBlocks: Record<number, FakeBlock>;
export const sixStyle: string;
export const sixPlaces: string;
