import { Tooltip } from '@mantine/core';
import { IconCircleCheck, IconClock, IconRefresh, IconUnlink } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { checkAdLinkMutation, checkQueuedAdLinkMutation, make } from '~/api/queries';
import type { Ad, LinkCheck } from '~/api/sdk';
import { LINK_STATE_LABELS } from '~/api/words';
import { queryClient } from '~/app/queries';
import { formatNumber, formatTime, plural } from '~/lib/format';
import { Button } from '~/ui/button';
import { Badge, type Tone } from '~/ui/marks';
import { toastError } from '~/ui/toast';
import styles from '../ads.module.css';

/** While a look is asked for, what it found is asked for this often, in milliseconds. */
export const LINK_LOOK_MS = 3_000;

/** How often to ask again for answers with these ads; `otherwise` when nobody waits for a look. */
export const linkPace = <Pace,>(ads: readonly { link_check?: LinkCheck | null }[] | undefined, otherwise: Pace) =>
  ads?.some((ad) => ad.link_check?.is_asked) ? LINK_LOOK_MS : otherwise;

/** What a look found, in a few words and in a sentence. */
export interface LinkWords {
  tone: Tone;
  word: string;
  more: string;
}

const wayOf = ({ final_host, redirects, leads_elsewhere }: LinkCheck): string => {
  if (redirects === 0) return '';
  const after = `after ${plural(redirects, 'redirect')}`;
  return leads_elsewhere ? `ends at ${final_host} ${after}, another domain` : `ends at ${final_host} ${after}`;
};

/** What kind of content is there, where it is nothing that a browser shows as a page. */
const kindOf = ({ content_type }: LinkCheck): string =>
  content_type === '' || /html/.test(content_type) ? '' : `it is ${content_type}, not a page`;

/** What is known of a landing page. */
export function linkWords(check: LinkCheck | null | undefined): LinkWords {
  if (!check || (check.state === 'waiting' && check.failures === 0)) {
    return { tone: 'idle', word: LINK_STATE_LABELS.waiting, more: '' };
  }
  const way = wayOf(check);
  const said = (...parts: string[]) => parts.filter((part) => part !== '').join('; ');
  const again = check.failures > 0 ? `the last try failed: ${check.error}. It is tried again` : '';
  switch (check.state) {
    case 'ok': {
      const kind = kindOf(check);
      return {
        tone: check.leads_elsewhere || again !== '' || kind !== '' ? 'warn' : 'ok',
        word: `${LINK_STATE_LABELS.ok} ${check.status} in ${formatNumber(check.elapsed_ms)} ms`,
        more: said(kind, way, again),
      };
    }
    case 'failing':
      return { tone: 'bad', word: LINK_STATE_LABELS.failing, more: said(check.error, way) };
    case 'refused':
      return { tone: 'bad', word: LINK_STATE_LABELS.refused, more: said(check.error, way) };
    default:
      return { tone: 'warn', word: 'Not reached yet', more: again };
  }
}

const ICONS = { ok: IconCircleCheck, warn: IconCircleCheck, bad: IconUnlink, info: IconClock, idle: IconClock };

interface LinkLookProps {
  /** Of either kind. */
  ad: Pick<Ad, 'id' | 'link_check'>;
  /** Whose page this is: the owner asks for a look at an own ad, a moderator for one at an ad of the queue. */
  as: 'owner' | 'moderator';
}

/** What the last look at an ad's landing page found, and a button for another look. */
export function LinkLook({ ad, as }: LinkLookProps) {
  const again = useMutation({
    mutationFn: (id: number) =>
      as === 'owner'
        ? make(checkAdLinkMutation, { path: { id } }, queryClient)
        : make(checkQueuedAdLinkMutation, { path: { id } }, queryClient),
    onError: (error) => toastError('The page is not looked at again', error),
  });
  const check = ad.link_check;
  const { tone, word, more } = linkWords(check);
  const isAsked = check?.is_asked || again.isPending;
  const Icon = check?.state === 'waiting' ? IconClock : ICONS[tone];
  return (
    <section className={styles.look} aria-label="Link check">
      <p className="grow">
        <Badge tone={tone} icon={<Icon size={14} stroke={2} aria-hidden />}>
          {word}
        </Badge>{' '}
        {more && <span className={tone === 'bad' ? styles.wrong : 't2'}>{more}.</span>}{' '}
        {check?.checked_at && <span className="t3">Looked at {formatTime(check.checked_at)}.</span>}
      </p>
      <Button
        size="sm"
        variant="ghost"
        aria-disabled={isAsked}
        onClick={() => {
          if (!isAsked) again.mutate(ad.id);
        }}
      >
        <IconRefresh size={14} aria-hidden />
        {isAsked ? 'Being checked' : 'Check again'}
      </Button>
    </section>
  );
}

/** Stands beside the status of an ad whose landing page does not answer. */
export function LinkTrouble({ ad }: { ad: Pick<Ad, 'link_check'> }) {
  const { tone, word, more } = linkWords(ad.link_check);
  if (tone !== 'bad') return null;
  return (
    <Tooltip label={`${word}: ${more}`}>
      <span>
        <Badge tone="bad" icon={<IconUnlink size={14} stroke={2} aria-hidden />}>
          Link
        </Badge>
      </span>
    </Tooltip>
  );
}
