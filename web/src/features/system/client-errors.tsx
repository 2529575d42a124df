import { IconCheck, IconCode } from '@tabler/icons-react';
import { deleteClientErrorMutation, listClientErrorsOptions } from '~/api/queries';
import type { ClientError } from '~/api/sdk';
import { formatTime } from '~/lib/format';
import { openDialog } from '~/ui/dialogs';
import { FactList } from '~/ui/form';
import { None } from '~/ui/marks';
import { ProgramText } from '~/ui/program-text';
import { byId, type Change } from '../list/change';
import { ListPart } from '../list/list-view';
import { allOf } from '../list/locally';
import type { ListSpec } from '../list/spec';

/** How often the list is asked for anew, in milliseconds. */
const LOOK_MS = 30_000;

const DONE: Change<ClientError> = { done: 'done', each: byId(deleteClientErrorMutation), leaves: true };

function Details({ error }: { error: ClientError }) {
  return (
    <div className="stack">
      <FactList
        facts={[
          ['First report', formatTime(error.first_at)],
          ['Latest report', formatTime(error.last_at)],
          ['Build', error.build || <None key="build" />],
          ['Browser', error.user_agent || <None key="browser" />],
        ]}
      />
      <ProgramText label="Stack" text={error.stack || 'The browser named no place.'} />
    </div>
  );
}

/** The list of errors in browsers. */
export const CLIENT_ERRORS: ListSpec<ClientError> = {
  name: 'client-errors',
  noun: ['error', 'errors'],
  rowName: ({ message }) => message,
  told: ['listClientErrors'],
  every: LOOK_MS,
  rows: allOf(listClientErrorsOptions, { words: ({ message, page, stack }) => `${message} ${page} ${stack}` }),
  search: { label: 'Search errors', placeholder: 'Message, page or function' },
  sizes: false,
  named: { id: 'message', label: 'Error', aside: () => null },
  columns: [
    { id: 'page', label: 'Page', text: ({ page }) => page },
    { id: 'reports', label: 'Reports', count: ({ reports }) => reports },
    { id: 'last', label: 'Latest', ago: ({ last_at }) => last_at },
  ],
  actions: [
    {
      label: 'Details',
      icon: IconCode,
      openOne: (error) => openDialog({ title: error.message, size: 720, children: <Details error={error} /> }),
    },
    { label: 'Done', icon: IconCheck, change: DONE },
  ],
  first: {
    title: 'No error was reported',
    text: 'Errors of these pages in people’s browsers appear here, without anything of who met them.',
  },
  none: { title: 'No error here', text: 'No message, page or function has this in it.' },
};

/** What went wrong in people's browsers: what is mended is marked as done, and comes back with its next report. */
export const ClientErrors = () => <ListPart spec={CLIENT_ERRORS} />;
