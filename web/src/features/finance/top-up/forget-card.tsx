import { IconTrash } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { deleteAutoTopUpMutation } from '~/api/queries';
import { Button } from '~/ui/button';
import { confirm } from '~/ui/confirm';
import { toast } from '~/ui/toast';

/** Lets go a kept card, once that was meant. */
export function ForgetCard({ name }: { name: string }) {
  const { mutateAsync: forget } = useMutation(deleteAutoTopUpMutation());
  const ask = () =>
    confirm({
      title: `Forget ${name}?`,
      body: 'Nothing is paid by it from then on. Another top-up can keep a card again.',
      action: 'Forget the card',
      icon: <IconTrash size={16} aria-hidden />,
      run: async () => {
        await forget({});
        toast('Card forgotten', { detail: name });
      },
    });
  return (
    <div>
      <Button variant="ghost" size="sm" onClick={ask}>
        <IconTrash size={16} aria-hidden /> Forget the card
      </Button>
    </div>
  );
}
