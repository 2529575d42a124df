import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { MailEntry } from '~/api/sdk';
import { toast, toastError } from '~/ui/toast';
import { retryMail } from './mails-api';

/** Sends a mail that waits or was given up, now. */
export function useRetryMail() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (mail: MailEntry) => retryMail(mail.id),
    onSuccess: (_answer, mail) => toast('It is tried now', { detail: mail.recipient }),
    onError: (error) => toastError('The mail was not sent', error),
    onSettled: () => client.invalidateQueries({ queryKey: ['admin', 'mails'] }),
  });
}
