import { IconCopy } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { MutationOf } from '~/api/queries';
import { capital } from '~/lib/format';
import type { PageLink } from '~/lib/paths';
import { Button } from '~/ui/button';
import { toast, toastError } from '~/ui/toast';
import { useNavigateHere } from '../form/use-navigate-here';

/** Makes a copy of what a page is about, and opens it. */
export function CopyButton<Row, Variables>({
  noun,
  mutation,
  variables,
  opens,
  detail,
}: {
  /** What is copied: "campaign". */
  noun: string;
  mutation: MutationOf<Variables, { data: Row }>;
  variables: Variables;
  opens(copy: Row): PageLink;
  /** What is said of the copy. */
  detail: string;
}) {
  const navigate = useNavigateHere();
  const { mutateAsync, isPending } = useMutation(mutation());
  // Not `onSuccess`: that is of the page as it is when the answer comes, which may be that of another thing by then.
  const copy = async () => {
    try {
      const { data } = await mutateAsync(variables);
      toast(`${capital(noun)} copied`, { detail });
      await navigate(opens(data));
    } catch (error) {
      toastError(`The ${noun} was not copied`, error);
    }
  };
  return (
    <Button busy={isPending} onClick={() => void copy()}>
      <IconCopy size={16} aria-hidden />
      Copy
    </Button>
  );
}
