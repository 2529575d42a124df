import { useHotkeys, useLocalStorage, useNetwork } from '@mantine/hooks';
import {
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconLifebuoy,
  IconMenu2,
  IconPlugConnectedX,
  IconSearch,
} from '@tabler/icons-react';
import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { useFindPage } from '~/app/page';
import { useUser } from '~/app/queries';
import { HasLayout } from '~/layouts/has-layout';
import { CABINETS } from '~/lib/cabinets';
import { type Cabinet, cabinetOf, homeOf, isStaff } from '~/lib/roles';
import { Button } from '~/ui/button';
import { cx } from '~/ui/classes';
import { Segmented } from '~/ui/controls';
import { useOverlay } from '~/ui/focus';
import { late } from '~/ui/late';
import { Logo } from '~/ui/logo';
import { Kbd } from '~/ui/marks';
import { OpeningPalette } from '../palette/opening';
import { AccountMenu } from './account-menu';
import { BalanceBox, BalanceLine } from './balance';
import { Bell } from './bell';
import styles from './frame.module.css';
import { PagesNav } from './pages-nav';

const MenuDrawer = late(() => import('./menu-drawer').then((module) => ({ default: module.MenuDrawer })));

const isMac = () => /Mac|iPhone|iPad/.test(navigator.userAgent);

/** The cabinet's frame: sidebar or drawer, the work area, the command palette. `bare` leaves the work area's paddings out. */
export function Frame({ children }: { children: ReactNode }) {
  const user = useUser();
  const path = useLocation({ select: (location) => location.pathname });
  const [collapsed, setCollapsed] = useLocalStorage({ key: 'placard.sidebar', defaultValue: false });
  const [menu, drawer] = useOverlay();
  // Stays once it was opened, so that it can close in its own time.
  const [hasDrawer, setHasDrawer] = useState(false);
  if (menu && !hasDrawer) setHasDrawer(true);
  const [palette, search] = useOverlay();
  const { online } = useNetwork();
  useHotkeys([['mod+K', search.toggle]], []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page closes the drawer
  useEffect(() => drawer.leave(), [path]);
  const find = useFindPage();
  const cabinet = user ? cabinetOf(user, find(path)?.access) : 'advertiser';
  const side = (narrow: boolean, inDrawer: boolean) => (
    <div className={styles.in}>
      {!inDrawer && (
        <div className={styles.top}>
          <Link to="/" aria-label="Placard, home">
            <Logo bare={narrow} />
          </Link>
          <Bell />
          <Button
            variant="ghost"
            size="sm"
            icon
            aria-label={narrow ? 'Widen the sidebar' : 'Narrow the sidebar'}
            onClick={() => setCollapsed(!collapsed)}
          >
            {narrow ? (
              <IconLayoutSidebarLeftExpand size={18} stroke={1.6} aria-hidden />
            ) : (
              <IconLayoutSidebarLeftCollapse size={18} stroke={1.6} aria-hidden />
            )}
          </Button>
        </div>
      )}
      <RoleSwitch cabinet={cabinet} narrow={narrow} />
      <button type="button" className={styles.cmdk} onClick={search.open}>
        <IconSearch size={16} stroke={1.75} aria-hidden />
        <span>{narrow ? 'Find' : 'Search or jump to'}</span>
        <Kbd>{isMac() ? '⌘ K' : narrow ? '^K' : 'Ctrl K'}</Kbd>
      </button>
      <PagesNav cabinet={cabinet} />
      <nav className={styles.nav} aria-label="Help">
        <Link to="/helpCenter">
          <IconLifebuoy size={18} stroke={1.6} aria-hidden />
          <span className="ell">Help center</span>
        </Link>
      </nav>
      {cabinet !== 'admin' && <BalanceBox cabinet={cabinet} narrow={narrow} />}
      <AccountMenu narrow={narrow} />
    </div>
  );
  return (
    <div className={cx(styles.app, collapsed && styles.collapsed)}>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <aside className={cx(styles.side, collapsed && styles.isCollapsed)} aria-label="Main">
        {side(collapsed, false)}
      </aside>
      <div className={styles.main}>
        <header className={styles.mobar}>
          <Button variant="ghost" icon aria-label="Menu" aria-expanded={menu} onClick={drawer.open}>
            <IconMenu2 size={20} stroke={1.6} aria-hidden />
          </Button>
          <Link to="/" aria-label="Placard, home">
            <Logo bare />
          </Link>
          {cabinet === 'admin' ? <span className={styles.balm}>Back office</span> : <BalanceLine cabinet={cabinet} />}
          <Bell />
          <Link to="/helpCenter" className={styles.help} aria-label="Help center">
            <IconLifebuoy size={20} stroke={1.6} aria-hidden />
          </Link>
        </header>
        {!online && (
          <div className={styles.offline} role="status">
            <IconPlugConnectedX size={16} aria-hidden />
            <span>
              <b>No connection.</b> You see what was loaded before. Changes are refused until it is back.
            </span>
          </div>
        )}
        <main className={styles.page} id="main" tabIndex={-1}>
          <HasLayout value={true}>{children}</HasLayout>
        </main>
      </div>
      {hasDrawer && (
        <Suspense fallback={null}>
          <MenuDrawer opened={menu} onClose={drawer.close}>
            {side(false, true)}
          </MenuDrawer>
        </Suspense>
      )}
      {palette && <OpeningPalette cabinet={cabinet} onClose={search.close} onLeave={search.leave} />}
    </div>
  );
}

function RoleSwitch({ cabinet, narrow }: { cabinet: Cabinet; narrow: boolean }) {
  const user = useUser();
  const navigate = useNavigate();
  const [last, setLast] = useState<Partial<Record<Cabinet, string>>>({});
  const href = useLocation({ select: (location) => location.href });
  if (!user) return null;
  const mine: Cabinet[] = [];
  if (user.advertiser) mine.push('advertiser');
  if (user.webmaster) mine.push('webmaster');
  if (isStaff(user)) mine.push('admin');
  if (mine.length < 2) return null;
  const home: Record<Cabinet, string> = {
    advertiser: homeOf({ ...user, webmaster: null }),
    webmaster: '/webmaster/sites',
    admin: '/admin',
  };
  return (
    <div className={styles.roles}>
      <Segmented
        full
        label="Role"
        value={cabinet}
        options={mine.map((value) => ({
          value,
          label: mine.length > 2 || narrow ? CABINETS[value].short : CABINETS[value].full,
        }))}
        onChange={(next) => {
          if (next === cabinet) return;
          setLast({ ...last, [cabinet]: href });
          void navigate({ href: last[next] ?? home[next] });
        }}
      />
    </div>
  );
}
