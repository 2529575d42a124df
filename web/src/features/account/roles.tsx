import { IconCheck, IconSpeakerphone, IconWorld } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { User } from '~/api/sdk';
import { CABINETS } from '~/lib/cabinets';
import { isGod, isSales, isStaff } from '~/lib/roles';
import { Button, buttonClass } from '~/ui/button';
import { confirm } from '~/ui/confirm';
import { Badge } from '~/ui/marks';
import { toast } from '~/ui/toast';
import styles from './account.module.css';
import { useTakeRole } from './api';
import { Section } from './section';

const ROLES = [
  {
    key: 'advertiser',
    name: CABINETS.advertiser.full,
    what: 'You buy clicks with campaigns and ads.',
    home: '/advertiser/campaigns',
    icon: IconSpeakerphone,
  },
  {
    key: 'webmaster',
    name: CABINETS.webmaster.full,
    what: 'You earn with blocks on your sites.',
    home: '/webmaster/sites',
    icon: IconWorld,
  },
] as const;

/** The cabinets of the user, the second one to switch on, and what the network has granted. */
export function Roles({ user }: { user: User }) {
  const take = useTakeRole();
  return (
    <Section id="roles" title="Roles" hint="One account can hold both sides; each keeps its own balance.">
      <ul className={styles.rows} aria-label="Roles">
        {ROLES.map((role) => (
          <li key={role.key} className={styles.line}>
            <span className={styles.lineIcon}>
              <role.icon size={18} stroke={1.6} aria-hidden />
            </span>
            <div className={styles.lineText}>
              <span className={styles.lineName}>
                {role.name}
                {user[role.key] && (
                  <Badge tone="ok" icon={<IconCheck size={14} aria-hidden />}>
                    On
                  </Badge>
                )}
              </span>
              <span className={styles.lineMore}>{role.what}</span>
            </div>
            {user[role.key] ? (
              <Link to={role.home} className={buttonClass({ size: 'sm', variant: 'ghost' })}>
                Open
              </Link>
            ) : (
              <Button
                size="sm"
                onClick={() =>
                  confirm({
                    title: `Become ${role.key === 'advertiser' ? 'an advertiser' : 'a webmaster'} too?`,
                    body: `${role.what} The switch at the top of the sidebar changes between the two cabinets. A role cannot be given back.`,
                    action: 'Switch it on',
                    keep: 'Not now',
                    tone: 'ink',
                    run: async () => {
                      await take.mutateAsync({ body: { role: role.key } });
                      toast(`${role.name} is on`);
                    },
                  })
                }
              >
                Switch on
              </Button>
            )}
          </li>
        ))}
      </ul>
      {(isStaff(user) || user.is_trusted) && (
        <div className="row wrap" style={{ gap: 8 }}>
          <span className="s13 t2">Given by the network:</span>
          {isGod(user) && (
            <Badge tone="info" soft>
              God
            </Badge>
          )}
          {isSales(user) && (
            <Badge tone="info" soft>
              Sales
            </Badge>
          )}
          {user.is_trusted && (
            <Badge tone="info" soft>
              Trusted, no waiting for moderation
            </Badge>
          )}
        </div>
      )}
    </Section>
  );
}
