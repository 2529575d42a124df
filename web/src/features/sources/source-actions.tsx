import { IconAdjustmentsHorizontal, IconBan, IconCircleCheck, IconRotate } from '@tabler/icons-react';
import type { SourceRow } from '~/api/sdk';
import { BulkBar } from '~/ui/bulk-bar';
import { RowMenu } from '~/ui/row-menu';
import { askCoefficient } from './source-dialogs';
import { sourceName } from './source-words';
import type { SourceChanges } from './use-source-changes';

/** What a campaign can say of sources: of one, and of many. */
const STATES = [
  { state: 'blocked', ofOne: 'Block', ofMany: 'Block', Icon: IconBan },
  { state: 'allowed', ofOne: 'Allow only this and others allowed', ofMany: 'Allow', Icon: IconCircleCheck },
  { state: 'open', ofOne: 'Take off the list', ofMany: 'Off the list', Icon: IconRotate },
] as const;

/** The menu of a source. */
export function SourceMenu({ row, changes }: { row: SourceRow; changes: SourceChanges }) {
  return (
    <RowMenu
      name={sourceName(row)}
      actions={STATES.map(
        ({ state, ofOne, Icon }) =>
          row.state !== state && {
            label: ofOne,
            icon: <Icon size={14} aria-hidden />,
            onClick: () => void changes.setState([row], state, sourceName(row)),
          },
      )}
    />
  );
}

/** What can be done with the chosen ones. */
export function SourceBar({
  chosen,
  changes: { setState, setCoefficient, isBusy },
  onClear,
}: {
  chosen: readonly SourceRow[];
  changes: SourceChanges;
  onClear(): void;
}) {
  const done = (isDone: boolean) => {
    if (isDone) onClear();
  };
  return (
    <BulkBar
      count={chosen.length}
      label="sources"
      onClear={onClear}
      actions={[
        ...STATES.map(({ state, ofMany, Icon }) => ({
          label: ofMany,
          icon: <Icon size={14} aria-hidden />,
          disabled: isBusy,
          onClick: () => void setState(chosen, state).then(done),
        })),
        {
          label: 'Coefficient',
          icon: <IconAdjustmentsHorizontal size={14} aria-hidden />,
          disabled: isBusy,
          onClick: () => askCoefficient(chosen, (value) => setCoefficient(chosen, value)),
        },
      ]}
    />
  );
}
