import type { BlockConfig } from './types';

/** A whole number of the settings, or 0. */
export const int = (config: BlockConfig, key: string): number => Math.trunc(config[key] as number) || 0;

/** A text of the settings, or "". */
export const str = (config: BlockConfig, key: string): string => {
  const value = config[key];
  return typeof value === 'string' ? value : '';
};

/** A switch of the settings. */
export const on = (config: BlockConfig, key: string): boolean => config[key] === true;

/** How many ads a block has places for. */
export const placesOf = (config: BlockConfig): number =>
  Math.max(1, int(config, 'rows')) * Math.max(1, int(config, 'columns'));
