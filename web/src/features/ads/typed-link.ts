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
  if (check.state === 'waiting') return { tone: 'idle', text: `Not looked at: ${check.error}` };
  const why = said(`The page fails: ${check.error}`, way);
  return { tone: 'bad', text: `${why}. It can be saved; an ad stands still while its page is dead.` };
}
