import { plural } from '~/lib/format';
import { closeDialog, openDialog } from '~/ui/dialogs';
import type { Change } from '../list/change';
import type { Things } from '../list/spec';
import { useChanges } from '../list/use-changes';
import { Choices } from './copy-list';

/** What is copied where: rows into one campaign, or into one group. */
interface Copied<Row extends object> {
  things: Things<Row>;
  rows: readonly Row[];
  where: 'campaign' | 'group';
  /** The copying into what was chosen. */
  change(to: { id: number; name: string }): Change<Row>;
}

function CopyTo<Row extends object>({ id, things, rows, where, change }: Copied<Row> & { id: string }) {
  const { act } = useChanges(things);
  return (
    <Choices
      what={where}
      onChoose={(to) => {
        closeDialog(id);
        act('Copy', change(to), rows);
      }}
    />
  );
}

/** Asks for the campaign or the group that rows are copied into. */
export function askCopyTo<Row extends object>(copied: Copied<Row>): void {
  const id = `copy-to-${performance.now()}`;
  openDialog({
    modalId: id,
    title: `Copy ${plural(copied.rows.length, ...copied.things.noun)} into a ${copied.where}`,
    size: 460,
    children: <CopyTo id={id} {...copied} />,
  });
}
