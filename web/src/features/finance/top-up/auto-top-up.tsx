import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { AutoTopUp as AutoTopUpState } from '~/api/sdk';
import { formatDate, formatTime } from '~/lib/format';
import { useKeptFocus } from '~/ui/kept-focus';
import { Badge } from '~/ui/marks';
import { Note } from '~/ui/note';
import { ErrorPanel, Skeleton } from '~/ui/states';
import { OwnerOnly, useIsActing } from '../../account/section';
import { autoTopUpQuery } from '../api';
import styles from '../finance.module.css';
import { AutoTopUpForm } from './auto-top-up-form';

/** The place to which mails lead. */
const AUTO_TOP_UP = 'auto-top-up';

/** Pays by a kept card when the balance is low: what is kept, and when it pays how much. */
export function AutoTopUp() {
  const answer = useQuery(autoTopUpQuery);
  const isActing = useIsActing();
  const kept = useKeptFocus<HTMLElement>();
  const section = kept.ref;
  const hash = useLocation({ select: (at) => at.hash });
  const auto = answer.data;
  const isThere = auto !== undefined;
  useEffect(() => {
    if (hash === AUTO_TOP_UP && isThere) section.current?.scrollIntoView({ block: 'start' });
  }, [hash, isThere, section]);
  // Nobody misses what no gateway here can do.
  if (auto && !auto.is_available && !auto.method) return null;
  const state = auto?.method && stateOf(auto);
  return (
    <section {...kept} id={AUTO_TOP_UP} aria-labelledby="auto-top-up-title" className={styles.auto}>
      <div className={styles.head}>
        <h2 id="auto-top-up-title">Automatic top-up</h2>
        {state && <Badge tone={state.tone}>{state.label}</Badge>}
      </div>
      <div className="stack">
        {answer.isError && !auto ? (
          <ErrorPanel title="Automatic top-up did not load" of={answer} />
        ) : !auto ? (
          <Skeleton width={320} />
        ) : !auto.method ? (
          <p className="s13 t2">
            Pays by your card when the balance is low, so that campaigns do not stop. Nothing is kept to pay by yet:
            tick “Keep my card” when you top up by card.
          </p>
        ) : (
          <>
            <p className="s13 t2">
              Pays by <b className="b">{auto.method.name}</b>, kept since {formatDate(auto.method.kept_at)} by the
              payment system. We never see its number.
            </p>
            {!auto.is_available && (
              <Note tone="warn">Payments by it are not taken here right now: nothing is paid until they are.</Note>
            )}
            {auto.note !== '' && (
              <Note tone={auto.is_on ? 'warn' : 'bad'}>
                {auto.note}{' '}
                {auto.is_on
                  ? auto.waits_until && `The next try is on ${formatTime(auto.waits_until)} UTC.`
                  : 'It is off: switch it on again when that is settled, or keep another card.'}
              </Note>
            )}
            {isActing ? (
              <OwnerOnly what="when is paid by their card" />
            ) : (
              <AutoTopUpForm auto={auto} method={auto.method} />
            )}
          </>
        )}
      </div>
    </section>
  );
}

function stateOf({ is_on: isOn, waits_until: until, note }: AutoTopUpState) {
  if (!isOn) return { label: 'Off', tone: note === '' ? 'idle' : 'bad' } as const;
  return until && note !== '' ? ({ label: 'Waits', tone: 'warn' } as const) : ({ label: 'On', tone: 'ok' } as const);
}
