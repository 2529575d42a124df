import { int } from './config';
import type { BlockConfig } from './types';

/** A line above each card, as pages set between their own teasers. */
export const ruled = (config: BlockConfig): string => {
  const width = int(config, 'rule_width');
  return width ? `.card{border-top:${width}px solid var(--title);padding-top:14px}` : '';
};
