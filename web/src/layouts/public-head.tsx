import { IconMenu2 } from '@tabler/icons-react';
import { type MouseEvent, useRef } from 'react';
import { AppLink } from '~/app/app-link';
import { useLoggedIn } from '~/app/session';
import { buttonClass } from '~/ui/button';
import { Logo } from '~/ui/logo';
import styles from './public-layout.module.css';

const PAGES = [
  { href: '/advertiser', label: 'Advertisers' },
  { href: '/webmaster', label: 'Webmasters' },
  { href: '/adsamples', label: 'Ad samples' },
  { href: '/faq', label: 'FAQ' },
  { href: '/apiDoc', label: 'API' },
] as const;

function WayIn() {
  const loggedIn = useLoggedIn();
  if (loggedIn) {
    return (
      <AppLink href="/" className={buttonClass({ variant: 'ink' })}>
        To your cabinet
      </AppLink>
    );
  }
  return (
    <>
      <AppLink href="/account/login" className={`${buttonClass({ variant: 'ghost' })} ${styles.login}`}>
        Log in
      </AppLink>
      <AppLink href="/singup" className={buttonClass({ variant: 'ink' })}>
        Sign up
      </AppLink>
    </>
  );
}

/** The pages as a list that opens on a phone, with or without a script. */
function Menu() {
  const loggedIn = useLoggedIn();
  const box = useRef<HTMLDetailsElement>(null);
  const close = (event: MouseEvent) => {
    if (event.target instanceof Element && event.target.closest('a')) box.current?.removeAttribute('open');
  };
  return (
    <details className={styles.menu} ref={box}>
      <summary className={buttonClass({ variant: 'ghost', icon: true })} aria-label="Menu">
        <IconMenu2 size={20} stroke={1.6} aria-hidden />
      </summary>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: follows the links inside, which have keys of their own */}
      <nav aria-label="Menu" onClick={close}>
        {PAGES.map((page) => (
          <AppLink key={page.href} href={page.href}>
            {page.label}
          </AppLink>
        ))}
        <AppLink href="/helpCenter">Help center</AppLink>
        {loggedIn ? <AppLink href="/">To your cabinet</AppLink> : <AppLink href="/account/login">Log in</AppLink>}
      </nav>
    </details>
  );
}

/** The head of every public page: the way home, the pages, the way in. */
export function PublicHead() {
  return (
    <header className={styles.head}>
      <div className={styles.bar}>
        <AppLink href="/" aria-label="Placard, home" className={styles.home}>
          <Logo />
        </AppLink>
        <nav className={styles.pages} aria-label="Site">
          {PAGES.map((page) => (
            <AppLink key={page.href} href={page.href}>
              {page.label}
            </AppLink>
          ))}
        </nav>
        <div className={styles.in}>
          <WayIn />
          <Menu />
        </div>
      </div>
    </header>
  );
}
