import { Tooltip } from '@mantine/core';
import {
  IconArchive,
  IconCircleCheck,
  IconCircleX,
  IconClock,
  IconEyeCheck,
  IconHourglass,
  IconLock,
  IconPencil,
  IconPlayerPlay,
  IconPlayerStop,
  IconSettings,
  IconWallet,
} from '@tabler/icons-react';
import type { Status, StatusIcon } from '~/lib/statuses';
import { Badge } from './marks';

const ICONS: Record<StatusIcon, typeof IconClock> = {
  play: IconPlayerPlay,
  stop: IconPlayerStop,
  hourglass: IconHourglass,
  clock: IconClock,
  eye: IconEyeCheck,
  cross: IconCircleX,
  archive: IconArchive,
  wallet: IconWallet,
  lock: IconLock,
  check: IconCircleCheck,
  gear: IconSettings,
  pencil: IconPencil,
};

/** A status with its reason in a tip. */
export function StatusBadge({ status, soft, why }: { status: Status; soft?: boolean; why?: string }) {
  const Icon = ICONS[status.icon];
  return (
    <Tooltip label={why ?? status.why}>
      <span>
        <Badge tone={status.tone} soft={soft ?? false} icon={<Icon size={14} stroke={2} aria-hidden />}>
          {status.label}
        </Badge>
      </span>
    </Tooltip>
  );
}
