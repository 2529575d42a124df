import { IconMailForward } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { ApiError, errorText } from '~/api/problem';
import { tabStorage } from '~/app/browser';
import { Button } from './button';
import { Note } from './note';

/** Pause between two mails to one address, in seconds; the server keeps the same. */
const PAUSE_S = 60;
const KEY = 'placard.resend.';

/** FNV-1a of a name: names hold addresses, and storage keeps none of those. */
function keyOf(name: string): string {
  let hash = 0x811c9dc5;
  for (const character of name) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return KEY + (hash >>> 0).toString(36);
}

const readEnd = (name: string): number => Number(tabStorage.getItem(keyOf(name)) ?? 0);

/** Notes that a mail has just been sent, so that the next one can be asked for after the pause only. */
export function markSent(name: string, seconds = PAUSE_S): void {
  tabStorage.setItem(keyOf(name), String(Date.now() + seconds * 1000));
}

/** Seconds until another mail may be asked for under this name; a reload does not shorten them. */
function useWait(name: string): [number, (seconds: number) => void] {
  const [end, setEnd] = useState(() => readEnd(name));
  const [now, setNow] = useState(() => Date.now());
  const left = Math.max(0, Math.ceil((end - now) / 1000));
  const runs = left > 0;
  useEffect(() => {
    if (!runs) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [runs]);
  return [
    left,
    (seconds) => {
      markSent(name, seconds);
      setNow(Date.now());
      setEnd(readEnd(name));
    },
  ];
}

/** A button that asks for a mail again, at most once a minute. */
export function Resend({
  name,
  label = 'Send it again',
  run,
}: {
  name: string;
  label?: string;
  run(): Promise<unknown>;
}) {
  const [left, wait] = useWait(name);
  const [busy, setBusy] = useState(false);
  const [sent, setSent] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const go = async () => {
    setBusy(true);
    setError(null);
    setSent(false);
    try {
      await run();
      wait(PAUSE_S);
      setSent(true);
    } catch (thrown) {
      if (thrown instanceof ApiError && thrown.retryAfter) wait(thrown.retryAfter);
      setError(thrown);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="stack" style={{ gap: 12, justifyItems: 'start' }}>
      <Button busy={busy} disabled={left > 0} onClick={() => void go()}>
        <IconMailForward size={16} stroke={1.75} aria-hidden />
        {left > 0 ? <span className="num">{`${label} in ${left} s`}</span> : label}
      </Button>
      <p className="s13 t2" role="status">
        {sent && left > 0 ? 'A new mail is on its way.' : ''}
      </p>
      {error !== null && <Note tone="bad">{errorText(error)}</Note>}
    </div>
  );
}
