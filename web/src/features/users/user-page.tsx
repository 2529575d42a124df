import { IconHistory, IconLock, IconLockOpen, IconLogin2, IconMailCheck } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { CABINET_ROLE_LABELS, UserStatus, UserType } from '~/api/words';
import { useUser } from '~/app/queries';
import { formatAgo } from '~/lib/ago';
import { formatDate, formatTime } from '~/lib/format';
import { paths } from '~/lib/paths';
import { isGod } from '~/lib/roles';
import { statusOf } from '~/lib/statuses';
import { USER_STATUSES, userType } from '~/lib/users';
import { Button, buttonClass } from '~/ui/button';
import { confirm } from '~/ui/confirm';
import { FactList, FormLayout, FormSection, SummaryBox } from '~/ui/form';
import { useFormFocus } from '~/ui/kept-focus';
import { None, Tag } from '~/ui/marks';
import { Note } from '~/ui/note';
import { StatusBadge } from '~/ui/status-badge';
import { toast } from '~/ui/toast';
import { PageHead } from '../frame/page-head';
import { adminUserQuery } from './api';
import { BlockForm } from './block-form';
import { canLogInAs, logInAs } from './log-in-as';
import { TermsForm } from './terms-form';
import { useChangeUser } from './use-change-user';
import { UserBalances, UserSessions } from './user-account';
import { UserFigures } from './user-figures';
import { UserHistory } from './user-history';
import { UserNotes } from './user-notes';
import styles from './users.module.css';

const CRUMBS = [{ label: 'Back office' }, { label: 'Users', link: { to: '/admin/users' } }] as const;

/** One user: contacts, whether they may log in, what the network grants them. */
export function UserPage() {
  const me = useUser();
  const { userId } = useParams({ strict: false });
  const { data: user } = useSuspenseQuery(adminUserQuery(userId ?? ''));
  const asGod = isGod(me);
  const isMe = me?.id === user.id;
  const [blocking, setBlocking] = useState(false);
  const { remember, take } = useFormFocus(blocking);
  const change = useChangeUser(user);
  const contacts = [
    ['E-mail', user.email],
    ['Phone', user.phone],
    ['Telegram', user.telegram],
    ['Skype', user.skype],
  ] as const;
  const unblock = () =>
    confirm({
      title: 'Let this user in again?',
      body: 'They can log in, and their campaigns and blocks go on.',
      action: 'Unblock',
      keep: 'Keep blocked',
      tone: 'ink',
      run: async () => {
        await change.mutateAsync({ status_id: UserStatus.Active, status_reason: '', version: user.version });
        toast('User unblocked', { detail: user.email });
      },
    });
  const confirmByHand = () =>
    confirm({
      title: 'Take this address for confirmed?',
      body: `Nobody has shown that ${user.email} is theirs. They can work at once, and mails about their money go there.`,
      action: 'Confirm the address',
      keep: 'Leave it',
      tone: 'ink',
      run: async () => {
        await change.mutateAsync({ status_id: UserStatus.Active, version: user.version });
        toast('Address confirmed', { detail: user.email });
      },
    });
  return (
    <>
      <PageHead
        title={user.name || user.email}
        crumbs={CRUMBS}
        badge={
          <StatusBadge
            soft
            status={statusOf(USER_STATUSES, user.status_id)}
            {...(user.status_reason ? { why: user.status_reason } : {})}
          />
        }
        actions={
          <>
            <Link {...paths.changesBy(user.id)} className={buttonClass()}>
              <IconHistory size={16} aria-hidden />
              Changes
            </Link>
            {canLogInAs(user) && (
              <Button variant="accent" onClick={() => void logInAs(user.id)}>
                <IconLogin2 size={16} aria-hidden />
                Log in as
              </Button>
            )}
          </>
        }
      />
      <UserBalances user={user} />
      <UserFigures user={user} />
      <FormLayout
        aside={
          <SummaryBox>
            <FactList
              facts={[
                [
                  'Id',
                  <span key="id" className="mono">
                    {user.id}
                  </span>,
                ],
                ['Type', userType(user)],
                ['Signed up', formatTime(user.created_at)],
                ['Last seen', user.seen_at ? formatAgo(user.seen_at, Date.now()) : <None key="seen" />],
                user.type_id === UserType.Ordinary
                  ? ['Manager', user.manager?.email ?? <None key="manager" />]
                  : ['Team', user.team?.name ?? <None key="team" />],
                ['Source', user.source || <None key="source" />],
                ['Medium', user.medium || <None key="medium" />],
                ['Campaign', user.campaign || <None key="campaign" />],
              ]}
            />
          </SummaryBox>
        }
      >
        <FormSection
          id="contacts"
          title="Contacts"
          actions={
            <span className={styles.tags}>
              {user.is_advertiser && <Tag>{CABINET_ROLE_LABELS.advertiser}</Tag>}
              {user.is_webmaster && <Tag>{CABINET_ROLE_LABELS.webmaster}</Tag>}
              {user.is_trusted && <Tag>Trusted</Tag>}
            </span>
          }
        >
          <dl className={styles.facts}>
            {contacts.map(([label, value]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>
                  {label === 'E-mail' ? (
                    <a className="link" href={`mailto:${value}`}>
                      {value}
                    </a>
                  ) : (
                    value || <None />
                  )}
                </dd>
              </div>
            ))}
          </dl>
        </FormSection>
        {!isMe && <UserNotes user={user.id} isDeleted={user.status_id === UserStatus.Deleted} />}
        <FormSection
          id="access"
          title="Access"
          actions={
            asGod &&
            !isMe &&
            !blocking &&
            user.status_id !== UserStatus.Deleted && (
              <span className="row wrap">
                {user.status_id === UserStatus.Unconfirmed && (
                  <Button size="tool" onClick={confirmByHand}>
                    <IconMailCheck size={16} aria-hidden />
                    Confirm by hand
                  </Button>
                )}
                {user.status_id === UserStatus.Blocked ? (
                  <Button size="tool" onClick={unblock}>
                    <IconLockOpen size={16} aria-hidden />
                    Unblock
                  </Button>
                ) : (
                  <Button
                    ref={take}
                    size="tool"
                    variant="badline"
                    onClick={() => {
                      remember('anew');
                      setBlocking(true);
                    }}
                  >
                    <IconLock size={16} aria-hidden />
                    Block
                  </Button>
                )}
              </span>
            )
          }
        >
          {blocking ? (
            <BlockForm user={user} onClose={() => setBlocking(false)} />
          ) : user.status_id === UserStatus.Blocked ? (
            <Note tone="bad">
              Blocked{user.status_reason ? `: ${user.status_reason}` : '.'} They read this reason when they try to log
              in.
            </Note>
          ) : (
            <p className="s13 t2">
              {statusOf(USER_STATUSES, user.status_id).why}{' '}
              {user.status_id === UserStatus.Unconfirmed && `Signed up ${formatDate(user.created_at)}.`}
            </p>
          )}
        </FormSection>
        <FormSection id="terms" title="Terms" hint={asGod ? undefined : 'Only god changes these.'}>
          <TermsForm key={`${user.id}`} user={user} readOnly={!asGod || user.status_id === UserStatus.Deleted} />
        </FormSection>
        <UserSessions user={user.id} />
        <UserHistory user={user.id} />
      </FormLayout>
    </>
  );
}
