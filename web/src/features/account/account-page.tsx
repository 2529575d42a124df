import { useUser } from '~/app/queries';
import { PageHead } from '../frame/page-head';
import styles from './account.module.css';
import { Address } from './address';
import { Display } from './display';
import { Notices } from './notices';
import { OwnData } from './own-data';
import { Password } from './password';
import { Postbacks } from './postbacks';
import { Profile } from './profile';
import { Roles } from './roles';
import { SecondFactorSection } from './second-factor';
import { Seller } from './seller';
import { Sessions } from './sessions';
import { Tokens } from './tokens';
import { useShownSection } from './use-shown-section';

const GROUPS = [
  {
    name: 'You',
    parts: [
      { id: 'profile', label: 'Profile' },
      { id: 'display', label: 'Display' },
      { id: 'notices', label: 'Notices' },
      { id: 'roles', label: 'Roles' },
      { id: 'postbacks', label: 'Postbacks' },
      { id: 'seller', label: 'sellers.json' },
    ],
  },
  {
    name: 'Security',
    parts: [
      { id: 'address', label: 'E-mail' },
      { id: 'password', label: 'Password' },
      { id: 'second-factor', label: 'Second factor' },
      { id: 'sessions', label: 'Sessions' },
      { id: 'tokens', label: 'API tokens' },
    ],
  },
  { name: 'Data', parts: [{ id: 'data', label: 'Your data' }] },
] as const;

const IDS = GROUPS.flatMap((group) => group.parts.map((part) => part.id));

/** Everything that a user can set about the own account, in sections with their own navigation. */
export function AccountPage() {
  const user = useUser();
  const shown = useShownSection(IDS, user !== undefined);
  if (!user) return null;
  return (
    <>
      <PageHead crumbs={[]} />
      <div className={styles.layout}>
        <nav className={styles.nav} aria-label="Parts of the account">
          {GROUPS.map((group) => (
            <div key={group.name}>
              <p>{group.name}</p>
              {group.parts
                .filter((part) => part.id !== 'postbacks' || user.advertiser)
                .filter((part) => part.id !== 'seller' || user.webmaster)
                .map((part) => (
                  <a
                    key={part.id}
                    href={`#${part.id}`}
                    data-part={part.id}
                    aria-current={part.id === shown ? 'true' : undefined}
                  >
                    {part.label}
                  </a>
                ))}
            </div>
          ))}
        </nav>
        <div className={styles.sections}>
          <Profile user={user} />
          <Display user={user} />
          <Notices />
          <Roles user={user} />
          {user.advertiser && <Postbacks />}
          {user.webmaster && <Seller />}
          <Address user={user} />
          <Password user={user} />
          <SecondFactorSection user={user} />
          <Sessions />
          <Tokens />
          <OwnData user={user} />
        </div>
      </div>
    </>
  );
}
