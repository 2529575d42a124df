/** What a template draws: the shared words of the tag and the constructor's preview. */

/** One ad, as delivery answers it. Every text is shown as text, never as HTML. */
export interface RenderedAd {
  title: string;
  description: string;
  full_text: string;
  brand: string;
  /** Address of the square picture. */
  square: string | null;
  /** Address of the 16:9 picture. */
  horizontal: string | null;
  /** Where a click leads. */
  click: string;
}

/** Settings of a block: the values of its template's fields. */
export type BlockConfig = Record<string, string | number | boolean>;

/** Everything that is needed to draw a block. */
export interface BlockView {
  config: BlockConfig;
  /** The webmaster's own CSS, checked and scoped by the server. */
  styles: string;
  ads: RenderedAd[];
  /** Page that tells who paid and why this ad is shown. */
  whyUrl: string;
}

/** A template: its own rules and the markup of one ad. */
export interface Template {
  name: string;
  /** CSS rules beside the common ones; they read most of the block's settings as custom properties. */
  css(config: BlockConfig): string;
  /** Fills the card of one ad. An element with the class `meta` gets the mark and the advertiser's name, else the words do. */
  card(h: Builder, ad: RenderedAd, config: BlockConfig): Node[];
  /** Puts the cards in order, with what stands beside them; without it they stand in a grid. */
  arrange?(h: Builder, cards: HTMLElement[], view: BlockView): Node[];
}

/** Makes an element with a class and children; texts become text nodes. */
export type Builder = (tag: string, className: string, ...children: (Node | string)[]) => HTMLElement;
