import { IconRefresh } from '@tabler/icons-react';
import { checkAdLinkMutation } from '~/api/queries';
import type { LinkCheck } from '~/api/sdk';
import { byId, type Change } from '../../list/change';
import type { ListAction } from '../../list/spec';
import { linkWords } from './link-look';

/** An ad of either kind, with what is known of its landing page. */
interface Linked {
  id: number;
  link_check?: LinkCheck | null;
}

/** Has landing pages looked at now: ads that stand because theirs did not answer go on when it does. */
export const linkCheck = <Row extends Linked>(): Change<Row> => ({
  done: 'being checked',
  each: byId<Row>(checkAdLinkMutation),
  told: () => ({ title: 'The landing page is being looked at', detail: 'What is found stands here in a moment.' }),
});

/** The same for ads of a list whose pages are wrong. */
export const checkLink = <Row extends Linked>(): ListAction<Row> => ({
  label: 'Check the link again',
  icon: IconRefresh,
  when: ({ link_check: check }) => linkWords(check).tone === 'bad',
  change: linkCheck(),
});
