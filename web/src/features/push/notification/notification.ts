/** What each system shows of a notification, and where it cuts. Pure. */
import { spoken } from '~/lib/spoken';

/** A notification as people see it. */
export interface Notification {
  title: string;
  body: string;
  icon: string | null;
  image: string | null;
  /** Labels, the first on the left. */
  buttons: readonly string[];
}

/** Where notifications are shown. */
export type SystemName = 'android' | 'windows' | 'macos' | 'firefox' | 'safari';

/** Characters of a text that are shown: of an opened notification, and of a closed one. */
interface Room {
  opened: number;
  closed: number;
}

/** What a system shows. */
export interface System {
  name: SystemName;
  label: string;
  title: Room;
  body: Room;
  /** Characters of a button's label; 0 where no buttons are shown. */
  button: number;
  icon: boolean;
  image: boolean;
  /** What it leaves out, in a sentence; none where nothing is. */
  without?: string;
}

/** All systems, with the room they give at usual sizes of letters: what is wide or narrow is cut sooner or later. */
export const SYSTEMS: Readonly<Record<SystemName, System>> = {
  android: {
    name: 'android',
    label: 'Android, Chrome',
    title: { opened: 38, closed: 38 },
    body: { opened: 150, closed: 46 },
    button: 20,
    icon: true,
    image: true,
  },
  windows: {
    name: 'windows',
    label: 'Windows, Chrome and Edge',
    title: { opened: 42, closed: 42 },
    body: { opened: 140, closed: 90 },
    button: 15,
    icon: true,
    image: true,
  },
  macos: {
    name: 'macos',
    label: 'macOS, Chrome',
    title: { opened: 40, closed: 40 },
    body: { opened: 90, closed: 46 },
    button: 0,
    icon: true,
    image: false,
    without: 'Buttons appear when the pointer is over it; the large image never does.',
  },
  firefox: {
    name: 'firefox',
    label: 'Firefox',
    title: { opened: 44, closed: 44 },
    body: { opened: 120, closed: 60 },
    button: 0,
    icon: true,
    image: false,
    without: 'Firefox shows neither the large image nor buttons.',
  },
  safari: {
    name: 'safari',
    label: 'macOS, Safari',
    title: { opened: 40, closed: 40 },
    body: { opened: 90, closed: 46 },
    button: 0,
    icon: false,
    image: false,
    without: 'Safari shows words alone, beside its own icon.',
  },
};

/** Their names, in the order in which they are shown. */
export const SYSTEM_NAMES = Object.keys(SYSTEMS) as SystemName[];

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** A text cut to so many characters, between whole ones: a flag or a family is not torn apart. */
export function cut(text: string, max: number): string {
  if ([...text].length <= max) return text;
  let kept = '';
  let length = 0;
  for (const { segment } of letters.segment(text)) {
    length += [...segment].length;
    if (length > max - 1) break;
    kept += segment;
  }
  return `${kept.trimEnd()}…`;
}

/** What a system shows of a notification. */
export function shownBy(
  { title, body, button, icon, image }: System,
  what: Notification,
  isOpened: boolean,
): Notification {
  const state = isOpened ? 'opened' : 'closed';
  return {
    title: cut(spoken(what.title), title[state]),
    body: cut(spoken(what.body), body[state]),
    icon: icon ? what.icon : null,
    image: image && isOpened ? what.image : null,
    buttons: button > 0 && isOpened ? what.buttons.map((label) => cut(label, button)) : [],
  };
}

const count = (text: string) => [...text].length;

/** Who cuts a text and after how many characters: "Windows cuts after 42 characters, Android after 38."; null for nobody. */
export function cutBy(text: string, part: 'title' | 'body' | 'button'): string | null {
  const length = count(spoken(text));
  const roomOf = ({ title, body, button }: System) =>
    part === 'title' ? title.opened : part === 'body' ? body.opened : button;
  const cutting = [SYSTEMS.windows, SYSTEMS.android, SYSTEMS.macos]
    .map((system) => ({ name: system.label.split(',')[0] ?? '', room: roomOf(system) }))
    .filter(({ room }) => room > 0 && room < length);
  const [first, ...others] = cutting;
  if (!first) return null;
  const more = others.map(({ name, room }) => `${name} after ${room}`);
  return `${[`${first.name} cuts after ${first.room} characters`, ...more].join(', ')}.`;
}
