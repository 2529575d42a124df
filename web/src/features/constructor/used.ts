/** What a webmaster's blocks tell of templates. Pure. */
import type { Block } from '~/api/sdk';
import type { Template } from '~/api/types';

/** The template of the newest block. */
export interface Used {
  template: Template;
  /** How many of the blocks have it. */
  count: number;
  /** The one of them that earns most by 1,000 shows; none before one has earned something. */
  best?: { name: string; ecpm: number };
}

/** The template that was used last, of those that are offered; none where no block has one of them. */
export function usedLast(
  blocks: readonly Pick<Block, 'id' | 'name' | 'template_id' | 'statistic'>[],
  templates: readonly Template[],
): Used | undefined {
  const offered = new Map(templates.map((template) => [template.id, template]));
  const known = blocks.filter((block) => offered.has(block.template_id)).sort((a, b) => b.id - a.id);
  const template = offered.get(known[0]?.template_id ?? Number.NaN);
  if (!template) return undefined;
  const same = known.filter((block) => block.template_id === template.id);
  // Of a block list the income by 1,000 shows is what the floor of a block is compared with.
  const earning = same.flatMap(({ name, statistic }) => (statistic?.cpm ? [{ name, ecpm: statistic.cpm }] : []));
  const [best] = earning.sort((a, b) => b.ecpm - a.ecpm);
  return { template, count: same.length, ...(best && { best }) };
}
