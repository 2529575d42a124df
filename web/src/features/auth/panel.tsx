import { IconAlertTriangle, IconCircleCheck, IconMail } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { FormEventHandler, ReactNode } from 'react';
import { errorText } from '~/api/problem';
import { type Head, useHead } from '~/app/page';
import { useTitle } from '~/app/title';
import { Button } from '~/ui/button';
import { cx } from '~/ui/classes';
import { focusOn } from '~/ui/focus';
import { Note } from '~/ui/note';
import { markSent, Resend } from '~/ui/resend';
import { Skeleton } from '~/ui/states';
import { SubmitButton } from '~/ui/submit-button';
import type { FieldsForm } from '../form/use-fields';
import styles from './panel.module.css';

const MARKS = { ok: IconCircleCheck, bad: IconAlertTriangle, idle: IconMail };

/** A page of the authentication layout: heading, what it is about, fields or buttons, a foot. */
export function AuthPanel({
  title,
  head,
  lead,
  mark,
  foot,
  onSubmit,
  children,
}: {
  title: string;
  /** What the page says about itself; what an action led to says nothing. */
  head?: Head;
  lead?: ReactNode;
  /** An outcome is marked: done, failed, mail on its way. */
  mark?: keyof typeof MARKS;
  foot?: ReactNode;
  /** Makes the panel a form. */
  onSubmit?: FormEventHandler<HTMLFormElement>;
  children?: ReactNode;
}) {
  useTitle(head?.title ?? title, head?.description);
  const Mark = mark ? MARKS[mark] : null;
  return (
    <>
      <div className={styles.head}>
        {Mark && <Mark className={cx(styles.mark, mark)} size={28} stroke={1.6} aria-hidden />}
        {/* An outcome takes the place of what had the focus, and is read out. */}
        <h1 ref={mark ? focusOn : undefined}>{title}</h1>
        {lead && <p>{lead}</p>}
      </div>
      {onSubmit ? (
        <>
          <NeedsScript />
          {/* Outside a dialog this method sends nothing anywhere: what is typed must never get into the address. */}
          <form className={styles.form} method="dialog" noValidate onSubmit={onSubmit}>
            {children}
          </form>
        </>
      ) : (
        children
      )}
      {foot && <div className={styles.foot}>{foot}</div>}
    </>
  );
}

/** A panel that is a form: why it did not go through, its fields, its button. */
export function AuthForm({
  form,
  submit,
  wait = 0,
  problem,
  after,
  children,
  ...panel
}: Omit<Parameters<typeof AuthPanel>[0], 'mark' | 'onSubmit'> & {
  form: FieldsForm;
  submit: string;
  /** Seconds until it may be sent again. */
  wait?: number;
  /** How a refusal is told where its own words are not enough. */
  problem?: ReactNode;
  /** Stands below the button. */
  after?: ReactNode;
}) {
  return (
    <AuthPanel {...panel} onSubmit={form.onSubmit}>
      {form.error !== null && (problem ?? <Note tone="bad">{errorText(form.error)}</Note>)}
      {children}
      <SubmitButton busy={form.busy} disabled={wait > 0} full>
        {wait > 0 ? `Wait ${wait} s` : submit}
      </SubmitButton>
      {after}
    </AuthPanel>
  );
}

/** Mails with a link that are asked for; the pause between two of a kind to an address is kept. */
type MailKind = 'confirm' | 'reset';
const pauseName = (kind: MailKind, email: string) => `${kind}.${email.toLowerCase()}`;

/** Notes that a mail went out. */
export const markMailSent = (kind: MailKind, email: string) => markSent(pauseName(kind, email));

/** What stands there once it did: it can be sent again, or to another address. */
export function MailSent({
  kind,
  to,
  lead,
  foot,
  send,
  onOther,
}: {
  kind: MailKind;
  to: string;
  lead: ReactNode;
  foot: ReactNode;
  send(email: string): Promise<unknown>;
  onOther(): void;
}) {
  return (
    <AuthPanel title="Check your mail" mark="idle" lead={lead} foot={foot}>
      <PanelActions>
        <Resend name={pauseName(kind, to)} run={() => send(to)} />
        <Button variant="ghost" onClick={onOther}>
          Use another address
        </Button>
      </PanelActions>
    </AuthPanel>
  );
}

/** Buttons of a panel side by side. */
export const PanelActions = ({ children }: { children: ReactNode }) => <div className={styles.actions}>{children}</div>;

/** What stands in place of a form where no script runs. */
function NeedsScript() {
  return (
    <noscript>
      <p>
        This works with JavaScript only: allow it for this site and load the page again. The{' '}
        <Link to="/helpCenter" className="link">
          help center
        </Link>{' '}
        and the other public pages read without it.
      </p>
    </noscript>
  );
}

/** A panel while it is not known what it will say. */
export function PanelSkeleton() {
  const head = useHead();
  useTitle(head.title, head.description);
  return (
    <>
      <div className={styles.head}>
        <h1>{head.title}</h1>
      </div>
      <NeedsScript />
      <div className={styles.shape} aria-busy>
        <p role="status" className="t2">
          One moment.
        </p>
        <Skeleton height={14} width="90%" />
        <Skeleton height={14} width="74%" />
        <Skeleton height={36} width="40%" radius={8} />
      </div>
    </>
  );
}
