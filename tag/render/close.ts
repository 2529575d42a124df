import { int, str } from './config';
import type { BlockConfig, BlockView, Builder } from './types';

/** Cards with a button that closes them. Closing the last one takes the block away. */
export const closable = (h: Builder, cards: HTMLElement[], view: BlockView): Node[] => [
  h(
    'div',
    'cells',
    ...cards.map((card) => {
      const text = str(view.config, 'dismiss_text');
      const close = h('button', text ? 'dismiss' : 'close', text || '×') as HTMLButtonElement;
      close.type = 'button';
      if (!text) {
        close.setAttribute('aria-label', 'Close the ad');
      }
      const cell = h('div', 'cell', card, close);
      close.onclick = () => {
        (cell.parentElement?.children.length === 1 ? cell.closest('.root') : cell)?.remove();
        // Whoever drew the block hears of it at the card.
        card.dispatchEvent(new Event('close'));
      };
      return cell;
    }),
  ),
];

const MARGINS: Record<string, string> = { start: '0 auto', center: 'auto' };

/** Rules of closable cards: how wide they are and where they stand. */
export const cellCss = (config: BlockConfig): string =>
  `.cell{position:relative;max-width:${int(config, 'max_width') || 360}px;` +
  `margin-inline:${MARGINS[str(config, 'align')] ?? 'auto 0'}}` +
  '.close,.dismiss{position:absolute;inset-inline-end:0;border:0;background:none;color:var(--text);font:inherit;cursor:pointer}' +
  '.close{top:0;width:40px;height:40px;font-size:20px;line-height:1}' +
  '.close:focus-visible,.dismiss:focus-visible{outline:2px solid var(--title);outline-offset:-4px}';
