import { type UseMutationOptions, useMutation } from '@tanstack/react-query';

/** A generated mutation as a form sends it: the answer is what is stored, out of its envelope. */
export function useSend<Stored, Fault, Variables>(
  mutation: UseMutationOptions<{ data: Stored }, Fault, Variables>,
): (variables: Variables) => Promise<Stored> {
  const { mutateAsync } = useMutation(mutation);
  return async (variables) => (await mutateAsync(variables)).data;
}
