import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { askForCookies } from '~/app/cookie-choice';
import { type SchemeWish, useSchemeWish, wishScheme } from '~/app/scheme-wish';
import { GeoSource } from '~/features/public/geo-source';
import { Logo } from '~/ui/logo';
import styles from './public-foot.module.css';

const COLUMNS = [
  {
    name: 'Product',
    pages: [
      { to: '/advertiser', label: 'Advertisers' },
      { to: '/webmaster', label: 'Webmasters' },
      { to: '/adsamples', label: 'Ad samples' },
      { to: '/premium', label: 'Premium' },
    ],
  },
  {
    name: 'Help',
    pages: [
      { to: '/helpCenter', label: 'Help center' },
      { to: '/faq', label: 'FAQ' },
      { to: '/apiDoc', label: 'API' },
      { to: '/contacts', label: 'Contacts' },
    ],
  },
  {
    name: 'About',
    pages: [
      { to: '/about', label: 'About Placard' },
      { to: '/telegram', label: 'Telegram' },
    ],
  },
  {
    name: 'Policies',
    pages: [
      { to: '/account/conditions', label: 'Terms and conditions' },
      { to: '/account/privacy', label: 'Privacy' },
      { to: '/account/cookies', label: 'Cookies' },
      { to: '/account/legitimate-interest', label: 'Legitimate interest' },
    ],
  },
] as const;

const SCHEMES: readonly { wish: SchemeWish; label: string; icon: typeof IconSun }[] = [
  { wish: 'light', label: 'Light', icon: IconSun },
  { wish: 'dark', label: 'Dark', icon: IconMoon },
  { wish: 'auto', label: 'As the system', icon: IconDeviceDesktop },
];

function SchemeSwitch() {
  const chosen = useSchemeWish();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form
    <div className={styles.schemes} role="group" aria-label="Theme">
      {SCHEMES.map(({ wish, label, icon: Icon }) => (
        <button
          key={wish}
          type="button"
          aria-label={label}
          title={label}
          aria-pressed={chosen === wish}
          onClick={() => wishScheme(wish)}
        >
          <Icon size={14} stroke={2} aria-hidden />
        </button>
      ))}
    </div>
  );
}

/** The foot of every public page: all pages, all policies, the theme, and whose data places are told by. */
export function PublicFoot() {
  return (
    <footer className={styles.foot}>
      <div className={styles.columns}>
        <div>
          <Link to="/" aria-label="Placard, home">
            <Logo />
          </Link>
          <p className="s13 t2">An open advertising network on your own server.</p>
          <SchemeSwitch />
        </div>
        {COLUMNS.map((column) => (
          <nav key={column.name} aria-label={column.name}>
            <b>{column.name}</b>
            {column.pages.map((page) => (
              <Link key={page.to} to={page.to}>
                {page.label}
              </Link>
            ))}
          </nav>
        ))}
      </div>
      <div className={styles.end}>
        <span>All times are UTC. Prices in US dollars.</span>
        <button type="button" onClick={askForCookies}>
          Cookies
        </button>
        <span>
          Places of addresses: <GeoSource />
        </span>
      </div>
    </footer>
  );
}
