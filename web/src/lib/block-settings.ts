/** Where blocks are set: a site's push block stands among its blocks, but has its place on the site's push page. */
import type { Block } from '~/api/sdk';
import { type PageLink, paths } from './paths';
import { NATIVE_FORMATS } from './statuses';

/** Whether it is set in the constructor. */
export const isConstructed = ({ block_format_type_id: format }: Pick<Block, 'block_format_type_id'>) =>
  format in NATIVE_FORMATS;

/** Whether it is a site's push block. */
export const isPush = (block: Pick<Block, 'block_format_type_id'>) => !isConstructed(block);

/** The page on which it is set. */
export const settingsOf = (block: Pick<Block, 'block_format_type_id' | 'id' | 'site_id'>): PageLink =>
  isPush(block) ? paths.sitePush(block.site_id) : paths.blockEdit(block.site_id, block.id);
