import { queryOptions } from '@tanstack/react-query';
import { dataOf, getScriptOptions, getSiteOptions, startBlockMutation, stopBlockMutation } from '~/api/queries';
import type { Block } from '~/api/sdk';
import { BlockStatus } from '~/api/words';
import { byId } from '../list/change';
import { type Wished, wishOf } from '../list/wish';

export { placeCode, scriptCode, type TagAddress } from './tag-code';

/** One site. */
export const siteQuery = (id: string) =>
  queryOptions({ ...getSiteOptions({ path: { id: Number(id) } }), select: dataOf });

/** The tag of this network. */
export const scriptQuery = queryOptions({ ...getScriptOptions(), select: dataOf, staleTime: 600_000 });

/** Blocks, wherever they stand. */
export const BLOCKS: Wished<Block> = {
  noun: ['block', 'blocks'],
  rowName: (block) => block.name,
  told: ['listBlocks', 'getBlock'],
  wish: wishOf<Block>({
    isOn: (block) => block.status_id === BlockStatus.Active,
    can: (block) => block.status_id !== BlockStatus.Archived,
    guess: (block, on) => ({ ...block, status_id: on ? BlockStatus.Active : BlockStatus.Stopped }),
    start: { each: byId(startBlockMutation) },
    stop: { each: byId(stopBlockMutation) },
  }),
};
