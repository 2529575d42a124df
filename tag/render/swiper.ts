import { int, str } from './config';
import { IMAGE_CSS, shaped, texts } from './parts';
import type { BlockView, Builder, Template } from './types';

/** How far the mouse moves before it drags, in px: less is a click. */
const DRAG_PX = 5;

/** A row of cards to swipe: by touch as the browser does it, by mouse, by keys and by buttons. */
function swipe(h: Builder, cards: HTMLElement[], { config }: BlockView): Node[] {
  const track = h('div', 'grid', ...cards);
  const dots = h('span', 'dots');
  const move = (far: number) => {
    const sign = getComputedStyle(track).direction === 'rtl' ? -1 : 1;
    track.scrollBy({ left: sign * far });
  };
  const arrow = (text: string, label: string, sign: number) => {
    const button = h('button', 'arrow', text) as HTMLButtonElement;
    button.type = 'button';
    button.setAttribute('aria-label', label);
    button.onclick = () => move(sign * track.clientWidth * 0.9);
    return button;
  };
  const bar = h('div', 'bar', arrow('‹', 'Previous ads', -1), dots, arrow('›', 'More ads', 1));

  const show = () => {
    const pages = Math.max(1, Math.ceil((track.scrollWidth - 2) / Math.max(1, track.clientWidth)));
    while (dots.childElementCount < pages) {
      dots.append(h('i', ''));
    }
    while (dots.childElementCount > pages) {
      dots.lastElementChild?.remove();
    }
    const rest = Math.max(1, track.scrollWidth - track.clientWidth);
    const at = Math.round((Math.abs(track.scrollLeft) / rest) * (pages - 1));
    [...dots.children].forEach((dot, index) => {
      dot.className = index === at ? 'on' : '';
    });
    bar.hidden = pages === 1;
    bar.style.visibility = '';
  };
  track.onscroll = show;
  if (typeof ResizeObserver === 'function') {
    // The first time as soon as the block stands. Nobody sees the bar before it has its dots, or does not stay.
    bar.style.visibility = 'hidden';
    new ResizeObserver(show).observe(track);
  }

  track.tabIndex = 0;
  track.setAttribute('role', 'group');
  track.setAttribute('aria-label', str(config, 'heading') || 'Ads');
  track.onkeydown = (event) => {
    const sign = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (sign) {
      event.preventDefault();
      const width = (cards[0]?.offsetWidth ?? 0) + int(config, 'gap');
      track.scrollBy({ left: sign * width });
    }
  };

  let from = 0;
  let left = 0;
  let isDragged = false;
  track.onpointerdown = (event) => {
    isDragged = false;
    from = event.clientX;
    left = track.scrollLeft;
  };
  track.onpointermove = (event) => {
    // Fingers and pens scroll by themselves.
    if (event.pointerType !== 'mouse' || event.buttons !== 1) {
      return;
    }
    if (!isDragged && Math.abs(event.clientX - from) > DRAG_PX) {
      isDragged = true;
      track.setPointerCapture(event.pointerId);
      track.classList.add('drag');
    }
    if (isDragged) {
      track.scrollLeft = left - (event.clientX - from);
    }
  };
  track.onpointerup = () => track.classList.remove('drag');
  track.onpointercancel = track.onpointerup;
  track.ondragstart = (event) => event.preventDefault();
  track.addEventListener(
    'click',
    (event) => {
      if (isDragged) {
        isDragged = false;
        event.preventDefault();
        event.stopPropagation();
      }
    },
    true,
  );
  return [track, bar];
}

/** Media: a row of cards that is swiped. */
export const swiper: Template = {
  name: 'swiper',
  css: (config) => {
    const rule = int(config, 'rule_width');
    return (
      IMAGE_CSS +
      '.grid{display:flex;overflow-x:auto;scroll-snap-type:x mandatory;overscroll-behavior-x:contain;scrollbar-width:none}' +
      '.grid::-webkit-scrollbar{display:none}.grid:focus-visible{outline:2px solid var(--title);outline-offset:-2px}' +
      `.card{flex:0 0 min(${int(config, 'card_width') || 228}px,78%);flex-direction:column;scroll-snap-align:start}` +
      '.words{flex:1;gap:4px}.drag{scroll-snap-type:none;cursor:grabbing}.drag .card{pointer-events:none}' +
      '.bar{display:flex;align-items:center;justify-content:center;gap:12px;margin-top:10px}.bar[hidden]{display:none}' +
      '.dots{display:flex;gap:6px}.dots i{width:6px;height:6px;border-radius:3px;background:var(--text);opacity:.4}' +
      '.dots .on{width:20px;opacity:1}.arrow{width:36px;height:36px;padding:0;border:1px solid var(--line);border-radius:50%;' +
      'background:var(--bg);color:var(--title);font:20px/1 system-ui;cursor:pointer}' +
      '.arrow:focus-visible{outline:2px solid var(--title);outline-offset:2px}' +
      '@media(prefers-reduced-motion:no-preference){.grid:not(.drag){scroll-behavior:smooth}}' +
      (rule ? `.block{border-top:${rule}px solid var(--title);padding-top:14px}` : '')
    );
  },
  card: (h, ad, config) => [shaped(h, ad, config), h('span', 'words', ...texts(h, ad, config))],
  arrange: swipe,
};
