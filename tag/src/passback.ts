/** What stands where no ad was found: HTML of the webmaster's own, or a page in a frame. */
import { register } from './templates/register';
import type { Part, ServedBlock } from './wire';

/** The least height of a page in a frame, in px: that of the most common ad. */
const FRAME_MIN_PX = 250;
/** Not the page's origin: what is framed can do nothing to the page around. Links open beside it. */
const SANDBOX = 'allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox';

export interface Passback extends Part {
  /** Puts it into the place, and answers what was put there. */
  show(element: HTMLElement, block: ServedBlock): Node[];
}

function frameOf(address: string, heightPx: number): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', SANDBOX);
  frame.title = 'Advertisement';
  frame.style.cssText = `display:block;border:0;width:100%;height:${Math.max(heightPx, FRAME_MIN_PX)}px`;
  frame.src = address;
  return frame;
}

register({
  name: 'passback',
  show(element, { passback_html: html, passback_url: address }) {
    // A fragment made so runs the scripts of the webmaster's own HTML.
    const own = html ? document.createRange().createContextualFragment(html) : new DocumentFragment();
    if (!html && address && /^https?:/i.test(address)) {
      own.append(frameOf(address, element.clientHeight));
    }
    const nodes = [...own.childNodes];
    element.append(own);
    return nodes;
  },
} as Passback);
