import { IconLogout } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { deleteOtherSessionsMutation } from '~/api/queries';
import { Button } from '~/ui/button';
import { confirm } from '~/ui/confirm';
import { toast } from '~/ui/toast';
import { ListView } from '../list/list-view';
import { useRows } from '../list/use-rows';
import { OwnSection, Section } from './section';
import { SESSIONS } from './sessions-list';

const HEAD = {
  id: 'sessions',
  title: 'Sessions',
  hint: 'Where you are logged in. End what you do not know, then change your password.',
};

function OwnSessions() {
  const rows = useRows(SESSIONS);
  const { mutateAsync: endOthers } = useMutation(deleteOtherSessionsMutation());
  const others = rows.answer.data?.data.filter((row) => !row.is_current).length ?? 0;
  return (
    <Section
      {...HEAD}
      actions={
        others > 0 && (
          <Button
            size="tool"
            onClick={() =>
              confirm({
                title: 'End all other sessions?',
                body: 'Whoever works there is logged out within seconds. This device stays logged in.',
                action: `End ${others}`,
                icon: <IconLogout size={16} aria-hidden />,
                run: async () => {
                  await endOthers({});
                  toast('All other sessions ended');
                },
              })
            }
          >
            End all others
          </Button>
        )
      }
    >
      <ListView spec={SESSIONS} {...rows} />
    </Section>
  );
}

/** Where one is logged in; each session can be ended. */
export const Sessions = () => (
  <OwnSection {...HEAD} what="sessions">
    <OwnSessions />
  </OwnSection>
);
