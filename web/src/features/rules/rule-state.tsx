import { IconAlertTriangle, IconPlayerPlay, IconSquare } from '@tabler/icons-react';
import type { Rule } from '~/api/sdk';
import { Badge } from '~/ui/marks';

/** What a rule is at: it waits for its owner, runs, or is off. */
export function RuleState({ rule, soft = false }: { rule: Rule; soft?: boolean }) {
  if (rule.asked_count > 0) {
    return (
      <Badge tone="warn" soft={soft} icon={<IconAlertTriangle size={14} aria-hidden />}>
        Waits for you
      </Badge>
    );
  }
  return rule.is_on ? (
    <Badge tone="ok" soft={soft} icon={<IconPlayerPlay size={14} aria-hidden />}>
      On
    </Badge>
  ) : (
    <Badge tone="idle" soft={soft} icon={<IconSquare size={14} aria-hidden />}>
      Off
    </Badge>
  );
}
