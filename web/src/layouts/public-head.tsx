import { IconMenu2 } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type MouseEvent, useRef } from 'react';
import { useLoggedIn } from '~/app/session';
import { buttonClass } from '~/ui/button';
import { Logo } from '~/ui/logo';
import styles from './public-layout.module.css';

const PAGES = [
  { to: '/advertiser', label: 'Advertisers' },
  { to: '/webmaster', label: 'Webmasters' },
  { to: '/adsamples', label: 'Ad samples' },
  { to: '/faq', label: 'FAQ' },
  { to: '/apiDoc', label: 'API' },
] as const;

function WayIn() {
  const loggedIn = useLoggedIn();
  if (loggedIn) {
    return (
      <Link to="/" className={buttonClass({ variant: 'ink' })}>
        To your cabinet
      </Link>
    );
  }
  return (
    <>
      <Link to="/account/login" className={`${buttonClass({ variant: 'ghost' })} ${styles.login}`}>
        Log in
      </Link>
      <Link to="/singup" className={buttonClass({ variant: 'ink' })}>
        Sign up
      </Link>
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
          <Link key={page.to} to={page.to}>
            {page.label}
          </Link>
        ))}
        <Link to="/helpCenter">Help center</Link>
        {loggedIn ? <Link to="/">To your cabinet</Link> : <Link to="/account/login">Log in</Link>}
      </nav>
    </details>
  );
}

/** The head of every public page: the way home, the pages, the way in. */
export function PublicHead() {
  return (
    <header className={styles.head}>
      <div className={styles.bar}>
        <Link to="/" aria-label="Placard, home" className={styles.home}>
          <Logo />
        </Link>
        <nav className={styles.pages} aria-label="Site">
          {PAGES.map((page) => (
            <Link key={page.to} to={page.to}>
              {page.label}
            </Link>
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
