import { IconAlertTriangle, IconCircleCheck, IconCircleDashed, IconCircleX, IconRefresh } from '@tabler/icons-react';
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dataOf, getSiteVerificationOptions, verifySiteMutation } from '~/api/queries';
import type { AdsTxtLine, Site, SiteCheck, SiteVerification, VerificationWay } from '~/api/sdk';
import { SiteStatus, VERIFICATION_METHOD_LABELS, VERIFICATION_STATE_LABELS } from '~/api/words';
import { formatDate, formatTime } from '~/lib/format';
import type { Status } from '~/lib/statuses';
import { Button } from '~/ui/button';
import { CodeLine } from '~/ui/code-line';
import { Disclosure } from '~/ui/disclosure';
import { Badge, type Tone } from '~/ui/marks';
import { Note } from '~/ui/note';
import { ErrorPanel, Skeleton } from '~/ui/states';
import { toastError } from '~/ui/toast';
import styles from './verification.module.css';

/** While a look is asked for, what it found is asked for this often, in milliseconds. */
const LOOK_MS = 2_000;

const checkQuery = (id: number) =>
  queryOptions({
    ...getSiteVerificationOptions({ path: { id } }),
    select: dataOf,
    refetchInterval: ({ state }) => (state.data?.data.is_asked ? LOOK_MS : false),
  });

/** The ways in a sentence. */
const BY: Record<VerificationWay['method'], string> = { meta: 'a meta tag', file: 'a file', dns: 'a DNS record' };

const TONES: Record<SiteVerification['state'], [Tone, Status['icon']]> = {
  unverified: ['idle', 'clock'],
  verified: ['ok', 'check'],
  lost: ['warn', 'cross'],
};

/** A site's verification as a status, with what it means. */
export function verificationStatus(verification: SiteVerification): Status {
  const { state, method, pauses_at: pausesAt, is_paused: isPaused } = verification;
  const [tone, icon] = TONES[state];
  const label = VERIFICATION_STATE_LABELS[state];
  switch (state) {
    case 'verified':
      return { label, tone, icon, why: method ? `Shown by ${BY[method]}.` : '' };
    case 'lost':
      return isPaused
        ? { label: 'Ads paused', tone: 'bad', icon: 'stop', why: 'It is no longer verified: its blocks are empty.' }
        : { label, tone, icon, why: `Its blocks go empty on ${formatDate(pausesAt)} if it stays so.` };
    default:
      return verification.is_waited_for
        ? { label, tone: 'info', icon, why: 'A person looks at it once it is verified.' }
        : { label, tone, icon, why: 'Nothing shows yet that it is yours.' };
  }
}

const PLACES: Record<VerificationWay['method'], (place: string) => string> = {
  meta: (place) => `In the head of the home page, ${place}`,
  file: (place) => `Alone in a file at ${place}`,
  dns: (place) => `As a TXT record of ${place}`,
};

function Mark({ found }: { found: boolean | null | undefined }) {
  const Icon = found ? IconCircleCheck : found === false ? IconCircleX : IconCircleDashed;
  const tone = found ? styles.ok : styles.none;
  const label = found ? 'Found' : found === false ? 'Not found' : 'Not looked for yet';
  return <Icon size={18} stroke={1.75} className={tone} aria-label={label} />;
}

function Way({ way: { method, snippet, place, is_found: found, text } }: { way: VerificationWay }) {
  const label = VERIFICATION_METHOD_LABELS[method];
  return (
    <li className={styles.way}>
      <Mark found={found} />
      <div>
        <h3>{label}</h3>
        <p className="s13 t2">{PLACES[method](place)}:</p>
        <CodeLine code={snippet} label={`what ${BY[method]} says`} />
        {text && <p className={found ? 's12 t3' : 's12 t2'}>{text}</p>}
      </div>
    </li>
  );
}

function Lines({ lines }: { lines: AdsTxtLine[] }) {
  return (
    <ul className={styles.ways}>
      {lines.map(({ line, is_found: found, text }) => (
        <li key={line} className={styles.way}>
          <Mark found={found} />
          <div>
            <CodeLine code={line} label="the line" />
            {text && <p className={found ? 's12 t3' : 's12 t2'}>{text}</p>}
          </div>
        </li>
      ))}
    </ul>
  );
}

/** When the last look was, and what follows. */
const lookedAt = ({ checked_at: at, next_check_at: next, is_asked: isAsked }: SiteCheck): string => {
  const last = at ? `Looked at ${formatTime(at)} UTC.` : 'Not looked at yet.';
  if (isAsked) return `${last} It is looked at now.`;
  return next ? `${last} The next look by itself is at ${formatTime(next)} UTC.` : last;
};

/** What has to be done, in a sentence; nothing where all is well. */
function Trouble({ site, check }: { site: Site; check: SiteCheck }) {
  const { state, pauses_at: pausesAt, is_paused: isPaused, is_waited_for: isWaited } = check.verification;
  if (isPaused) {
    return (
      <Note tone="bad" alert={false}>
        Its blocks have been empty since {formatTime(pausesAt)} UTC, because nothing shows any longer that the site is
        yours. Put one of the three back and press “Check now”: ads are back within seconds.
      </Note>
    );
  }
  if (state === 'lost') {
    return (
      <Note tone="warn">
        Nothing shows any longer that the site is yours. Its blocks go empty on {formatTime(pausesAt)} UTC, unless one
        of the three is back by then.
      </Note>
    );
  }
  if (state === 'verified' && check.failures > 0) {
    return (
      <Note tone="warn">
        The last look found none of the three. It is tried again for two days, then you hear of it.
      </Note>
    );
  }
  if (isWaited && site.status_id === SiteStatus.Waiting) {
    return <Note tone="info">A person looks at the site once it is verified.</Note>;
  }
  return null;
}

/** Whether a site shows whose it is, how to do so, and its lines of `ads.txt`. */
export function Verification({ site }: { site: Site }) {
  const answer = useQuery(checkQuery(site.id));
  const [isOpen, setOpen] = useState<boolean>();
  const again = useMutation({
    ...verifySiteMutation(),
    onError: (error) => toastError('The site is not looked at', error),
  });
  const check = answer.data;
  const isAsked = check?.is_asked || again.isPending;
  const state = check?.verification ?? site.verification;
  const status = verificationStatus(state);
  const hasLines = check?.ads_txt.every((line) => line.is_found);
  return (
    <section className={styles.section} aria-labelledby="verification">
      <div className={styles.head}>
        <h2 id="verification">Verification and ads.txt</h2>
        {site.status_id !== SiteStatus.Archived && (
          <Button
            size="sm"
            aria-disabled={isAsked}
            onClick={() => {
              if (!isAsked) again.mutate({ path: { id: site.id } });
            }}
          >
            <IconRefresh size={14} aria-hidden />
            {isAsked ? 'Being checked' : 'Check now'}
          </Button>
        )}
      </div>
      {answer.isError && !check ? (
        <ErrorPanel title="The checks did not load" of={answer} />
      ) : check ? (
        <>
          <Trouble site={site} check={check} />
          <div className={styles.two}>
            <div className={styles.part}>
              <p className="s13">
                <Badge
                  tone={status.tone}
                  icon={
                    state.state === 'verified' ? (
                      <IconCircleCheck size={14} aria-hidden />
                    ) : (
                      <IconAlertTriangle size={14} aria-hidden />
                    )
                  }
                >
                  {status.label}
                </Badge>{' '}
                <span className="t2">
                  {state.state === 'verified'
                    ? `since ${formatDate(state.verified_at)}. ${status.why}`
                    : 'Any one of these shows that the site is yours. Leave it in place: we look again every week.'}
                </span>
              </p>
              {state.state === 'verified' ? (
                <Disclosure label="The three ways" isOpen={isOpen ?? false} onToggle={() => setOpen(!isOpen)}>
                  <ul className={styles.ways}>
                    {check.ways.map((way) => (
                      <Way key={way.method} way={way} />
                    ))}
                  </ul>
                </Disclosure>
              ) : (
                <ul className={styles.ways}>
                  {check.ways.map((way) => (
                    <Way key={way.method} way={way} />
                  ))}
                </ul>
              )}
            </div>
            <div className={styles.part}>
              <p className="s13">
                <Badge
                  tone={hasLines ? 'ok' : 'idle'}
                  icon={
                    hasLines ? <IconCircleCheck size={14} aria-hidden /> : <IconCircleDashed size={14} aria-hidden />
                  }
                >
                  ads.txt
                </Badge>{' '}
                <span className="t2">
                  {hasLines
                    ? 'names us. Buyers who look there find the site.'
                    : 'tells buyers who may sell your places. Put this line into the file ads.txt of your domain.'}
                </span>
              </p>
              <Lines lines={check.ads_txt} />
            </div>
          </div>
          <p className="s12 t3" role="status">
            {lookedAt(check)}
          </p>
        </>
      ) : (
        <Skeleton height={120} radius={8} />
      )}
    </section>
  );
}

/** What a look says of `ads.txt`; a host that wants to be left alone is not asked for it. */
const ADS_TXT_LABELS: Record<string, string> = {
  true: 'ads.txt names us',
  false: 'ads.txt does not name us',
};

/** The same for a moderator: what was found, without what to put where. */
export function VerificationFacts({ check }: { check: SiteCheck }) {
  const status = verificationStatus(check.verification);
  const found = check.ways.find((way) => way.is_found);
  const rows = [
    {
      key: 'owner',
      found: found !== undefined,
      label: found ? `Owner shown by ${BY[found.method]}` : status.label,
      texts: found ? [found.text] : check.ways.map((way) => way.text),
    },
    ...check.ads_txt.map((line) => ({
      key: line.line,
      found: line.is_found,
      label: ADS_TXT_LABELS[String(line.is_found)] ?? 'ads.txt was not looked for',
      texts: [line.text],
    })),
  ];
  return (
    <>
      <ul className={styles.ways}>
        {rows.map((row) => (
          <li key={row.key} className={styles.way}>
            <Mark found={check.checked_at ? row.found : null} />
            <div>
              <p>{row.label}</p>
              {row.texts.filter(Boolean).map((text) => (
                <p key={text} className="s12 t2">
                  {text}
                </p>
              ))}
            </div>
          </li>
        ))}
      </ul>
      <p className="s12 t3">{lookedAt(check)}</p>
    </>
  );
}
