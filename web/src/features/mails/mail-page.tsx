import { IconRefresh } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { formatTime } from '~/lib/format';
import { Button } from '~/ui/button';
import { Segmented } from '~/ui/controls';
import { FactList, FormLayout, SummaryBox } from '~/ui/form';
import { None } from '~/ui/marks';
import { Note } from '~/ui/note';
import { StatusBadge } from '~/ui/status-badge';
import { PageHead } from '../frame/page-head';
import { useChanges } from '../list/use-changes';
import { MAILS, mailQuery, mailState, SEND_NOW } from './mails';
import styles from './mails.module.css';

/** One mail, as its reader sees it: in a frame that runs no script and loads nothing of this page. */
export function MailPage() {
  const { mailId } = useParams({ strict: false });
  const { data: mail } = useSuspenseQuery(mailQuery(mailId ?? ''));
  const [form, setForm] = useState<'html' | 'text'>('html');
  const { act, isPending } = useChanges(MAILS);
  return (
    <>
      <PageHead
        title={mail.subject}
        crumbs={[{ label: 'Back office' }, { label: 'Mail', link: { to: '/admin/mails' } }]}
        badge={<StatusBadge soft status={mailState(mail)} {...(mail.error ? { why: mail.error } : {})} />}
        actions={
          mail.state !== 'sent' && (
            <Button variant="accent" busy={isPending} onClick={() => act('Send now', SEND_NOW, [mail])}>
              <IconRefresh size={16} aria-hidden />
              Send now
            </Button>
          )
        }
      />
      <FormLayout
        aside={
          <SummaryBox>
            <FactList
              facts={[
                ['To', mail.recipient],
                ['Kind', mail.label],
                ['Written', formatTime(mail.created_at)],
                ['Sent', mail.sent_at ? formatTime(mail.sent_at) : <None key="sent" />],
                ['Attempts', mail.attempts || <None key="attempts" />],
                ...(mail.state === 'waiting' && mail.next_attempt_at
                  ? ([['Next attempt', formatTime(mail.next_attempt_at)]] as const)
                  : []),
              ]}
            />
            {mail.error && <Note tone="bad">{mail.error}</Note>}
            {mail.is_redacted && (
              <Note>Links that open an account are hidden here: only the reader of the mail has them.</Note>
            )}
          </SummaryBox>
        }
      >
        <div className="stack" style={{ gap: 12 }}>
          <div>
            <Segmented
              label="Form of the mail"
              value={form}
              options={[
                { value: 'html', label: 'HTML' },
                { value: 'text', label: 'Text' },
              ]}
              onChange={(next) => setForm(next)}
            />
          </div>
          {form === 'html' ? (
            <iframe
              className={styles.frame}
              title={`Mail: ${mail.subject}`}
              sandbox=""
              referrerPolicy="no-referrer"
              srcDoc={mail.html}
            />
          ) : (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
            <pre className={styles.plainText} tabIndex={0}>
              {mail.text}
            </pre>
          )}
        </div>
      </FormLayout>
    </>
  );
}
