import { IconBolt } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Ad } from '~/api/sdk';
import { AdStatus, Halt } from '~/api/words';

type Halted = Pick<Ad, 'halts' | 'status_id' | 'is_draft'>;

/** Why an ad of either kind stands that its owner wants to run, in a sentence. */
export function haltSentence([first]: Ad['halts']): string | undefined {
  if (!first) return undefined;
  if (first.id === Halt.Rule) {
    const rule = first.rule_name === '' ? 'A rule' : `The rule “${first.rule_name}”`;
    return `${rule} paused it. Start it, or take that back on the page of your rules.`;
  }
  return 'Its landing page does not answer. It goes on by itself when it does.';
}

/** The same for an ad that is stopped. */
export function haltWords(ad: Halted): { why?: string } {
  const why = ad.status_id === AdStatus.Stopped && !ad.is_draft ? haltSentence(ad.halts) : undefined;
  return why === undefined ? {} : { why };
}

/** The way to the rule that paused an ad; what is wrong with its landing page stands beside it anyway. */
export function Halts({ ad }: { ad: Halted }) {
  const halt = ad.halts.find((one) => one.id === Halt.Rule);
  if (!halt || ad.status_id !== AdStatus.Stopped) return null;
  return (
    <Link
      to="/advertiser/rules"
      search={halt.rule_id ? { rule: String(halt.rule_id) } : {}}
      className="t2"
      title={haltWords(ad).why}
      aria-label={`Paused by ${halt.rule_name === '' ? 'a rule' : `the rule ${halt.rule_name}`}`}
    >
      <IconBolt size={14} aria-hidden />
    </Link>
  );
}
