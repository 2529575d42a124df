import { IconBolt } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Ad } from '~/api/sdk';
import { AdStatus, Halt } from '~/api/words';

type Halted = Pick<Ad, 'halts' | 'status_id'>;

/** Why an ad is stopped that its owner wants to run, in a sentence. */
export function haltWords(ad: Halted): { why?: string } {
  if (ad.status_id !== AdStatus.Stopped) return {};
  const [first] = ad.halts;
  if (!first) return {};
  if (first.id === Halt.Rule) {
    const rule = first.rule_name === '' ? 'A rule' : `The rule “${first.rule_name}”`;
    return { why: `${rule} paused it. Start it, or take that back on the page of your rules.` };
  }
  return { why: 'Its landing page does not answer. It goes on by itself when it does.' };
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
