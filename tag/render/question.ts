/** A site's own question for push notifications, as the tag asks it and the designer shows it. */

/** What the question says. */
export interface QuestionText {
  /** Two letters. */
  language: string;
  title: string;
  text: string;
  accept: string;
  later: string;
}

/** How it looks: colours as `#rrggbb`. */
export interface QuestionLook {
  /** 1 bottom right, 2 bottom left, 3 top. */
  position: number;
  background: string;
  color: string;
  accent: string;
}

/** The parts that somebody presses. */
export interface DrawnQuestion {
  accept: HTMLButtonElement;
  later: HTMLButtonElement;
  box: HTMLElement;
}

/** A bell: nothing else is said by it. */
const BELL = 'M12 3a6 6 0 0 0-6 6v4l-2 3v1h16v-1l-2-3V9a6 6 0 0 0-6-6Zm-2.5 15.5a2.5 2.5 0 0 0 5 0Z';

const SIDES = ['', 'right:16px;bottom:16px', 'left:16px;bottom:16px', 'top:16px;left:50%;transform:translateX(-50%)'];
const NARROW = ['', 'inset:auto 8px 8px', 'inset:auto 8px 8px', 'inset:8px 8px auto;transform:none'];

const channel = (hex: string): number => {
  const value = Number.parseInt(hex, 16) / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
};

/** How light a colour is (WCAG 2.2, relative luminance). */
const luminance = (color: string): number => {
  const [red, green, blue] = (color.match(/[0-9a-f]{2}/gi) ?? []).map(channel);
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
};

/** Black or white, whichever is read better on a colour. */
const readable = (color: string): string => (luminance(color) > 0.179 ? '#111' : '#fff');

const colour = (value: string, usual: string): string => (/^#[0-9a-f]{6}$/i.test(value) ? value : usual);

/** The style sheet. `inside` keeps the question in the element around it, for previews. */
export function questionCss(look: QuestionLook, inside = false): string {
  const [background, color, accent] = [
    colour(look.background, '#ffffff'),
    colour(look.color, '#241f1c'),
    colour(look.accent, '#12425e'),
  ];
  return (
    ':host{all:initial!important}' +
    `.ask{position:${inside ? 'absolute' : 'fixed'};z-index:2147483000;box-sizing:border-box;width:min(380px,calc(100% - 32px));` +
    `${SIDES[look.position] ?? SIDES[1]};padding:16px;border-radius:14px;display:grid;gap:14px;color:${color};` +
    `background:${background};border:1px solid color-mix(in srgb,${color} 18%,transparent);` +
    'box-shadow:0 12px 32px -8px rgb(0 0 0/.35);font:14px/1.4 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;' +
    'text-align:start;max-height:calc(100% - 32px);overflow:auto}' +
    '.ask[hidden]{display:none}.say{display:grid;grid-template-columns:auto 1fr;gap:12px;overflow-wrap:anywhere}' +
    `svg{padding:8px;box-sizing:border-box;fill:${readable(accent)};background:${accent}}` +
    'svg,img{grid-area:1/1;width:40px;height:40px;border-radius:10px;object-fit:cover}' +
    '.title{margin:0;font-size:15px;line-height:1.3;font-weight:600}.text{margin:4px 0 0;font-size:13px}' +
    '.press{display:grid;grid-template-columns:1fr 1fr;gap:8px}' +
    'button{font:500 14px/1.2 inherit;font-family:inherit;min-height:44px;padding:8px 10px;border-radius:9px;cursor:pointer;' +
    `color:${color};background:none;border:1px solid color-mix(in srgb,${color} 40%,transparent)}` +
    `.yes{color:${readable(accent)};background:${accent};border-color:transparent}` +
    `button:focus-visible{outline:3px solid ${color};outline-offset:2px}` +
    `@${inside ? 'container' : 'media'} (max-width:479px){.ask{width:auto;${NARROW[look.position] ?? NARROW[1]}` +
    `${inside ? '' : ';margin-bottom:env(safe-area-inset-bottom,0px)'}}}`
  );
}

/** Draws the question into a root, which has its style sheet already. A picture covers the bell once it is there, so nothing moves. */
export function drawQuestion(root: ParentNode, text: QuestionText, picture?: string | null): DrawnQuestion {
  const document = (root as Node).ownerDocument ?? (root as Document);
  const h = <K extends keyof HTMLElementTagNameMap>(
    tag: K,
    className: string,
    ...children: (Node | string)[]
  ): HTMLElementTagNameMap[K] => {
    const element = document.createElement(tag);
    element.className = className;
    element.append(...children);
    return element;
  };
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  path.setAttribute('d', BELL);
  svg.append(path);
  const [accept, later] = [h('button', 'yes', text.accept), h('button', '', text.later)];
  accept.type = later.type = 'button';
  const title = h('p', 'title', text.title);
  const body = h('p', 'text', text.text);
  const say = h('div', 'say', svg, h('div', '', title, body));
  if (picture) {
    const image = h('img', '');
    image.onerror = () => image.remove();
    svg.after(Object.assign(image, { alt: '', loading: 'lazy', src: picture }));
  }
  const box = h('div', 'ask', say, h('div', 'press', later, accept));
  [title.id, body.id] = ['title', 'text'];
  box.lang = text.language;
  box.setAttribute('role', 'dialog');
  box.setAttribute('aria-labelledby', 'title');
  box.setAttribute('aria-describedby', 'text');
  root.append(box);
  return { accept, later, box };
}
