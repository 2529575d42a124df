import { listContactMessagesOptions, updateContactMessageMutation } from '~/api/queries';
import type { ContactMessage, ListContactMessagesResponse } from '~/api/sdk';
import { type Change, calling } from '../list/change';
import { ListPage } from '../list/list-page';
import type { ListSpec } from '../list/spec';
import { MessageCard } from './message-card';

const mark = (is_done: boolean): Change<ContactMessage> => ({
  done: 'marked',
  each: calling(updateContactMessageMutation, ({ id }: ContactMessage) => ({ path: { id }, body: { is_done } })),
  told: ({ name }) => ({ title: is_done ? 'Done' : 'Open again', detail: name }),
  undo: () => mark(!is_done),
});

const LIST: ListSpec<ContactMessage> = {
  name: 'messages',
  noun: ['message', 'messages'],
  rowName: (message) => message.name,
  told: ['listContactMessages'],
  tabs: [
    { value: 'open', label: 'Open', status: 0 },
    { value: 'done', label: 'Done', status: 1 },
  ],
  tabsLabel: 'Messages',
  rows: ({ state: { page, count, tab } }) => {
    const is_done = Number(tab?.status);
    return {
      ...listContactMessagesOptions({ query: { page, count, is_done } }),
      // How many are under the other tab is not told.
      select: (answer: ListContactMessagesResponse) => ({
        ...answer,
        counts_by_status: { [1 - is_done]: undefined, [is_done]: answer.pagination.total },
      }),
    };
  },
  card: (message) => <MessageCard message={message} />,
  god: {
    card: (message, act) => (
      <MessageCard message={message} onMark={() => act('Mark', mark(!message.is_done), [message])} />
    ),
  },
  first: { title: 'No message waits', text: 'What visitors write through the contact form appears here.' },
  none: {
    title: 'Nothing is done yet',
    text: 'Messages that are marked as done are kept here.',
    all: 'Show open messages',
  },
};

/** What visitors wrote through the contact form. */
export const MessagesPage = () => <ListPage spec={LIST} />;
