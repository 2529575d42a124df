import { TextInput } from '@mantine/core';
import type { BlockPlacement } from '~/api/sdk';
import { BLOCK_PLACEMENT_LABELS } from '~/api/words';
import { choicesOf } from '~/ui/choices';
import { Segmented } from '~/ui/controls';
import { FieldError } from '~/ui/form';
import styles from './constructor.module.css';
import { oneAd, PARAGRAPHS } from './draft';
import { placesOf } from './fields';
import type { BlockFormState } from './use-block-form';

const WORDS: Record<BlockPlacement, string> = {
  in_place: 'The ads stand where you put the code.',
  sticky_bottom:
    'A bar at the lower edge of the window, with one ad and a button that closes it for this page. It takes at most 30 % of the height: higher blocks are not shown, so choose a flat template. What your page has fixed there stays free.',
  in_article:
    'Put the code before the text or into it. Ads stand between its paragraphs: none in the first screen, at least 600 px of text between two, and together at most 30 % of the article’s height.',
};

/** Where the script puts the ads. */
export function PlacementPart({ form: { draft, errors, edit } }: { form: BlockFormState }) {
  const choose = (placement: BlockPlacement) => {
    const isOne = placement === 'sticky_bottom' && placesOf(draft.config) > 1;
    edit({ placement, ...(isOne && { config: oneAd(draft.config) }) }, 'placement');
  };
  return (
    <section className={styles.section} aria-label="Placement">
      <h2>Placement</h2>
      <Segmented<BlockPlacement>
        full
        label="Where the ads stand"
        value={draft.placement}
        onChange={choose}
        options={choicesOf(BLOCK_PLACEMENT_LABELS)}
      />
      <p className="s12 t2">{WORDS[draft.placement]}</p>
      {draft.placement === 'in_article' && (
        <TextInput
          label="After every so many paragraphs"
          description={`${PARAGRAPHS.min} to ${PARAGRAPHS.max}.`}
          inputMode="numeric"
          value={draft.article_paragraphs}
          onChange={(event) => edit({ article_paragraphs: event.currentTarget.value.trim() }, 'article_paragraphs')}
          error={errors.article_paragraphs}
        />
      )}
      <FieldError text={errors.placement} />
    </section>
  );
}
