import type { LinkCheck } from '~/api/sdk';
import { LINK_STATE_LABELS } from '~/api/words';
import { formatNumber, plural } from '~/lib/format';
import type { Tone } from '~/ui/marks';

/** What a look at a typed address found, in a line. */
export interface TypedWords {
  tone: Tone;
  text: string;
}

const wayOf = ({ redirects, final_host, leads_elsewhere }: LinkCheck): string =>
  redirects === 0
    ? ''
    : `${plural(redirects, 'redirect')} to ${final_host}${leads_elsewhere ? ', another domain' : ''}`;

/** Statuses with which a page says that it is not there; from this one on its server fails. */
const GONE: readonly number[] = [404, 410];
const SERVER_FAILS = 500;
/** Statuses with which pages refuse whoever is no browser. */
const BROWSERS_ONLY: readonly number[] = [401, 403, 429];

/** What becomes of an ad whose page fails so: only what nobody can reach stops it. */
function outcomeOf(status: number | null | undefined): string {
  if (status === null || status === undefined || GONE.includes(status) || status >= SERVER_FAILS) {
    return 'It can be saved; an ad whose page fails so three times in a row stands still until it answers.';
  }
  return BROWSERS_ONLY.includes(status)
    ? 'It can be saved and stops no ad: a page that lets only browsers in may be fine.'
    : 'It can be saved and stops no ad.';
}

/** Status, time, kind of content and way; or what is wrong, which forbids nothing. */
export function typedWords(check: LinkCheck): TypedWords {
  const said = (...parts: string[]) => parts.filter((part) => part !== '').join(' · ');
  const way = wayOf(check);
  if (check.state === 'ok') {
    const isPage = check.content_type === '' || check.content_type.includes('html');
    return {
      tone: isPage && !check.leads_elsewhere ? 'ok' : 'warn',
      text: said(
        `${LINK_STATE_LABELS.ok} ${check.status} in ${formatNumber(check.elapsed_ms)} ms`,
        isPage ? check.content_type : `${check.content_type}, not a page`,
        way,
      ),
    };
  }
  if (check.state === 'refused') {
    return { tone: 'warn', text: said(`${LINK_STATE_LABELS.refused}: ${check.error}`, way) };
  }
  if (check.state === 'waiting' && check.checked_at) {
    return { tone: 'warn', text: said(`Slow: ${check.error}. It is given more time once the ad is saved`, way) };
  }
  if (check.state === 'waiting') {
    return { tone: 'idle', text: `Not looked at yet: ${check.error}. Look again after that.` };
  }
  const why = said(`The page fails: ${check.error}`, way);
  return { tone: 'bad', text: `${why}. ${outcomeOf(check.status)}` };
}
