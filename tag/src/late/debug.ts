/**
 * The debug mode: tells for each place what it shows or why it is empty, in the console, in a label on the place and in a list
 * of all, for whoever builds the page. Its style sheet is constructed: no policy of the page stands against it.
 */
import type { Debug, Happening, Host, Place, Shared } from '../host';
import { register } from '../register';

/** How often the labels follow what moves, in ms. */
const FOLLOW_MS = 250;

const CSS =
  ':host{all:initial!important}' +
  '*{box-sizing:border-box;font:12px/1.4 system-ui,sans-serif}' +
  '.label,.panel{position:fixed;z-index:2147483647;color:#fff;background:#1f2430;border-radius:4px}' +
  '.label{padding:2px 6px;max-width:min(90vw,420px);pointer-events:none;border-left:4px solid #d29922}' +
  '.filled{border-color:#3fb950}.failed,.wrong{border-color:#f85149}' +
  '.panel{right:12px;bottom:12px;width:min(380px,calc(100vw - 24px));max-height:50vh;overflow:auto;padding:10px 12px}' +
  '.panel b{font-weight:700}ol{clear:both;list-style:none;margin:6px 0 0;padding:6px 0 0}li{margin:0 0 4px}' +
  'button{float:right;border:1px solid #888;border-radius:4px;background:none;color:inherit;cursor:pointer}' +
  'li button{float:none;border:0;padding:0;text-align:start;text-decoration:underline}';

interface Row {
  element: Element;
  kind: string;
  words: string;
  why?: string;
}

const did = ({ log }: Place, type: string) => new Set(log.filter((one) => one.type === type).flatMap(({ ads }) => ads));

/** What became of a place, in words. */
function wordsOf(place: Place): string {
  const { ads, failures, log, state, template, why } = place;
  const shown = ads.map((ad) => {
    const marks = ['view', 'click', 'close'].filter((type) => did(place, type).has(ad));
    return `${ad}${marks.length > 0 ? ` (${marks.join(', ')})` : ''}`;
  });
  switch (state) {
    case 'far':
      return 'not asked for yet: it is asked for when it comes near what is seen';
    case 'asked':
      return log.length > 0 ? 'asked for again, no answer yet' : 'asked for, no answer yet';
    case 'filled':
      return `shows ${ads.length} as ${template}: ad ${shown.join(', ')}${why ? `; no others came: ${why}` : ''}`;
    case 'empty':
      return `empty: ${why}${place.undo ? '; it shows the own HTML of the block' : ''}`;
    case 'elsewhere':
      return `stands for others: ${why}`;
    case 'failed':
      return `failed ${failures} times, and will be asked for again: ${why}`;
    default:
      return 'taken out by the page: placard.load() brings it back';
  }
}

function rowsOf({ live, origin, placeOf, selector }: Host): Row[] {
  return [...new Set([...live, ...document.querySelectorAll(selector)])].map((element) => {
    const place = placeOf(element);
    return place
      ? { element, kind: place.state, words: `block ${place.id}: ${wordsOf(place)}`, why: place.why }
      : { element, kind: 'wrong', words: `no number of a block, for ${new URL(origin).host}` };
  });
}

const h = (tag: string, className: string, ...children: (Node | string)[]): HTMLElement => {
  const element = document.createElement(tag);
  element.className = className;
  element.append(...children);
  return element;
};

let end: (() => void) | undefined;

function begin(shared: Shared): () => void {
  const at = document.documentElement.appendChild(document.createElement('placard-debug'));
  const root = at.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(CSS);
  root.adoptedStyleSheets = [sheet];
  const list = h('ol', '');
  const close = h('button', '', 'Close');
  close.onclick = () => file.show(shared, false);
  const labels = h('div', '');
  const panel = h('div', 'panel', close, h('b', '', 'Placard'), list);
  panel.setAttribute('role', 'region');
  panel.setAttribute('aria-label', 'Placard: what became of each place');
  root.append(labels, panel);

  let before = '';
  const told = new Map<Element, string>();
  const follow = () => {
    const rows = (shared.hosts ?? []).flatMap(rowsOf);
    // What the console was told of no place in particular.
    const said = (shared.hosts ?? [])
      .flatMap((host) => [...host.told])
      .filter((text) => !rows.some(({ why }) => why && text.includes(why)));
    const now = [...rows.map(({ words }) => words), ...said].join('\n');
    if (now !== before) {
      before = now;
      for (const { element, words } of rows) {
        if (told.get(element) !== words) {
          told.set(element, words);
          // biome-ignore lint/suspicious/noConsole: it is what the debug mode is for
          console.info('Placard:', words, element);
        }
      }
      list.replaceChildren(
        ...rows.map(({ element, words }) => {
          const go = h('button', '', words);
          go.onclick = () => element.scrollIntoView({ block: 'center' });
          return h('li', '', go);
        }),
        ...said.map((words) => h('li', '', words)),
      );
      labels.replaceChildren(...rows.map(({ kind, words }) => h('div', `label ${kind}`, words)));
    }
    const taken = new Set<string>();
    rows.forEach(({ element }, index) => {
      const { left, top, width } = element.getBoundingClientRect();
      const label = labels.children[index] as HTMLElement;
      label.hidden = width === 0;
      const x = Math.max(0, Math.round(left));
      let y = Math.round(top);
      // Places without a height stand on one another.
      while (width > 0 && taken.has(`${x} ${y}`)) {
        y += 24;
      }
      taken.add(`${x} ${y}`);
      label.style.setProperty('left', `${x}px`);
      label.style.setProperty('top', `${y}px`);
    });
  };
  const hear = ({ type, block, ads, element }: Happening) => {
    // biome-ignore lint/suspicious/noConsole: it is what the debug mode is for
    console.info(`Placard: ${type}, block ${block}${ads.length > 0 ? `, ad ${ads.join(', ')}` : ''}`, element);
  };
  // What happened before this file was there is told, too.
  for (const { live, placeOf } of shared.hosts ?? []) {
    for (const element of live) {
      placeOf(element)?.log.forEach(hear);
    }
  }
  shared.ears?.add(hear);
  follow();
  const timer = setInterval(follow, FOLLOW_MS);
  addEventListener('scroll', follow, { capture: true, passive: true });
  return () => {
    shared.ears?.delete(hear);
    clearInterval(timer);
    removeEventListener('scroll', follow, { capture: true });
    at.remove();
  };
}

const file: Debug = {
  name: 'debug',
  show(shared, isOn) {
    end?.();
    end = isOn ? begin(shared) : undefined;
  },
};
register(file);
