import { Textarea } from '@mantine/core';
import { toast } from '~/ui/toast';
import { FormPanel } from '../form/parts';
import { useForm } from '../form/use-form';

/** Rejects something for a reason that its owner reads. */
export function ReasonForm<Row extends { id: number }>({
  row,
  label,
  hint,
  max,
  send,
  done,
  onClose,
}: {
  row: Row;
  label: string;
  hint: string;
  /** Longest reason, in characters. */
  max: number;
  send(comment: string): Promise<unknown>;
  done: string;
  onClose(): void;
}) {
  const form = useForm<{ comment: string }, Row, Row>({
    item: row,
    read: () => ({ comment: '' }),
    checks: { comment: (comment) => (comment.trim() ? null : 'A reason is needed: the webmaster reads it.') },
    send: async ({ comment }, held) => {
      await send(comment.trim());
      return held;
    },
    saved: () => {
      toast(done);
      onClose();
    },
  });
  return (
    <FormPanel
      form={form}
      label={label}
      heading={label}
      submit="Reject"
      variant="bad"
      onCancel={onClose}
      before={
        <Textarea
          label="Reason"
          description={hint}
          autosize
          minRows={2}
          maxLength={max}
          autoFocus
          {...form.field('comment')}
        />
      }
    />
  );
}
