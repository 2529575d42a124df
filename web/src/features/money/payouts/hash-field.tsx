import { TextInput, type TextInputProps } from '@mantine/core';
import { PAY_PAYOUT_FORM_LIMITS } from '~/api/words';

/** What is wrong with a hash as it was typed; the server knows how long those of a chain are. */
export const hashError = (hash: string) =>
  /^[!-~]+$/.test(hash.trim()) ? null : 'The hash of the transaction is needed, without spaces.';

/** The transaction by which a payout was paid. */
export function HashField(props: TextInputProps) {
  return (
    <TextInput
      label="Transaction hash"
      description="What the payment system calls the payment."
      maxLength={PAY_PAYOUT_FORM_LIMITS.transaction_hash.max}
      autoComplete="off"
      autoFocus
      {...props}
    />
  );
}
