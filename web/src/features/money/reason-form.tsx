import { Textarea } from '@mantine/core';
import { SureField } from '~/ui/sure-field';
import { toast } from '~/ui/toast';
import { FormPanel } from '../form/parts';
import { useForm } from '../form/use-form';

/** Rejects something for a reason that its owner reads. */
export function ReasonForm<Row extends { id: number }>({
  row,
  label,
  hint,
  max,
  sure,
  submit = 'Reject',
  send,
  done,
  onClose,
}: {
  row: Row;
  label: string;
  hint: string;
  /** Longest reason, in characters. */
  max: number;
  /** What who rejects must have made sure of. */
  sure?: string | undefined;
  /** What the button says. */
  submit?: string;
  send(comment: string, isSure: boolean): Promise<unknown>;
  done: string;
  onClose(): void;
}) {
  const form = useForm<{ comment: string; is_sure: boolean }, Row, Row>({
    item: row,
    read: () => ({ comment: '', is_sure: false }),
    checks: {
      comment: (comment) => (comment.trim() ? null : 'A reason is needed: the webmaster reads it.'),
      is_sure: (isSure) => (sure && !isSure ? 'Without this the money could be paid twice.' : null),
    },
    send: async ({ comment, is_sure }, held) => {
      await send(comment.trim(), is_sure);
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
      submit={submit}
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
    >
      {sure && <SureField label={sure} {...form.field('is_sure', { type: 'checkbox' })} />}
    </FormPanel>
  );
}
