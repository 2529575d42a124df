import { Modal } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { navOf, useRoutes } from '~/app/nav';
import { useUser } from '~/app/queries';
import { CABINETS } from '~/lib/cabinets';
import { type Cabinet, isStaff } from '~/lib/roles';
import { takeFocus } from '~/ui/focus';
import { Kbd } from '~/ui/marks';
import styles from './palette.module.css';
import { type Found, useFound } from './use-found';

/** Letters from which the server is asked. */
const ASK_FROM = 2;

/** Whether the server is asked for these words: an id may have one digit. */
const isAskedFor = (words: string) => words.length >= ASK_FROM || /^\d+$/.test(words);

const hasWords = (text: string, words: string) => text.toLowerCase().includes(words);

/** What is found beside pages, by cabinet. */
const THINGS: Readonly<Record<Cabinet, string>> = {
  advertiser: 'a campaign, a group or an ad',
  webmaster: 'a site or a block',
  admin: 'a user, a campaign or an ad',
};

/** What the palette is opened with. */
export interface PaletteProps {
  cabinet: Cabinet;
  /** What was typed before it stood, and whether Enter was pressed after it. */
  initial: { text: string; isEntered: boolean };
  onClose(): void;
  /** Another page is gone to. */
  onLeave(): void;
}

/** Finds pages and the things of a cabinet by name or id. Ctrl/Cmd-K opens it. */
export function Palette({ cabinet, initial, onClose, onLeave }: PaletteProps) {
  const user = useUser();
  const router = useRouter();
  const routes = useRoutes();
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [text, setText] = useState(initial.text);
  const [at, setAt] = useState(0);
  /** Enter was pressed before the answer was there. */
  const [wanted, setWanted] = useState(initial.isEntered && initial.text.trim() !== '');
  const needle = text.trim().toLowerCase();
  const [asked] = useDebouncedValue(needle, 200);
  const asking = isAskedFor(asked);
  const things = useFound(asked, cabinet, asking);
  const cabinets: Cabinet[] = user
    ? [
        ...(user.advertiser ? (['advertiser'] as const) : []),
        ...(user.webmaster ? (['webmaster'] as const) : []),
        ...(isStaff(user) ? (['admin'] as const) : []),
      ]
    : [];
  const pages: Found[] = [
    ...[cabinet, ...cabinets.filter((other) => other !== cabinet)].flatMap((side) =>
      navOf(routes, side, user).map((item) => ({ item, hint: cabinets.length > 1 ? CABINETS[side].full : undefined })),
    ),
    ...navOf(routes, null, user).map((item) => ({ item, hint: undefined })),
  ]
    .filter(({ item }) => `${item.label} ${item.words}`.toLowerCase().includes(needle))
    .map(({ item, hint }) => ({
      key: item.to,
      group: 'Pages',
      label: item.label,
      icon: item.icon,
      link: { to: item.to },
      ...(hint ? { hint } : {}),
    }));
  // What was found for other words stands until the answer comes, as far as it has these words.
  const isOld = asked !== needle || things.isOld;
  const current = needle
    ? things.found.filter(({ label, hint }) => !isOld || hasWords(`${label} ${hint}`, needle))
    : [];
  const found = [...(asking ? current : []), ...pages];
  const chosen = Math.min(at, found.length - 1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the chosen line is kept in sight when it moves
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [chosen, found.length]);
  const isWaiting =
    needle !== '' && (asked !== needle || things.isOld || things.isPending) && (asking || isAskedFor(needle));
  const open = (item: Found | undefined) => {
    if (!item) return;
    // Another page has a focus of its own, also where the same component shows it.
    if (router.buildLocation(item.link).pathname === router.state.location.pathname) onClose();
    else onLeave();
    void router.navigate(item.link);
  };
  useEffect(() => {
    if (!wanted || isWaiting) return;
    setWanted(false);
    open(found[0]);
  });
  const onKeyDown = (event: KeyboardEvent) => {
    // It ends or changes what an input method composes.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') setAt(Math.min(chosen + 1, found.length - 1));
    else if (event.key === 'ArrowUp') setAt(Math.max(chosen - 1, 0));
    else if (event.key === 'Enter') {
      // Who is faster than the answer gets what it brings, not what stood there for other words.
      if (isWaiting && at === 0) setWanted(true);
      else open(found[chosen]);
    } else return;
    event.preventDefault();
  };
  return (
    <Modal.Root opened onClose={onClose} returnFocus={false} padding={0} size={560} yOffset="12vh" centered={false}>
      <Modal.Overlay />
      <Modal.Content aria-label="Search or jump to" aria-labelledby={undefined}>
        <div className={styles.box}>
          <IconSearch size={18} stroke={1.6} aria-hidden />
          <input
            ref={takeFocus}
            data-autofocus
            role="combobox"
            aria-expanded
            aria-controls={`${id}-list`}
            aria-activedescendant={found[chosen] ? `${id}-${chosen}` : undefined}
            aria-label={`Find a page, ${THINGS[cabinet]} by name or id`}
            placeholder="Name, id or page"
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              setAt(0);
              setWanted(false);
            }}
            onKeyDown={onKeyDown}
          />
          <Kbd>Esc</Kbd>
        </div>
        {found.length === 0 ? (
          <p className={styles.none} role="status">
            {isWaiting ? 'Looking…' : `Nothing is called “${text}”.`}
          </p>
        ) : (
          <div className={styles.list} id={`${id}-list`} role="listbox" aria-label="Found" ref={list}>
            {found.map((item, index) => (
              <div key={item.key}>
                {item.group !== found[index - 1]?.group && (
                  <div className={styles.group} role="presentation">
                    {item.group}
                  </div>
                )}
                {/* biome-ignore lint/a11y/useKeyWithClickEvents: the input above handles the keys */}
                <div
                  id={`${id}-${index}`}
                  role="option"
                  aria-selected={index === chosen}
                  tabIndex={-1}
                  className={styles.item}
                  onMouseMove={() => setAt(index)}
                  onClick={() => open(item)}
                >
                  <item.icon size={16} stroke={1.75} aria-hidden />
                  <span className="grow ell">{item.label}</span>
                  {item.hint && <span className="t3 s12">{item.hint}</span>}
                </div>
              </div>
            ))}
          </div>
        )}
      </Modal.Content>
    </Modal.Root>
  );
}
