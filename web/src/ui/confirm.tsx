import type { ReactNode } from 'react';
import { errorText } from '~/api/problem';
import { Button } from './button';
import { closeDialog, openDialog } from './dialogs';
import { Note } from './note';
import { useAnswer } from './use-answer';

/** A question before what cannot be undone. The button repeats the verb and the number. */
export interface ConfirmOptions {
  title: string;
  body: ReactNode;
  /** A verb and its number: "Delete 3". */
  action: string;
  keep?: string;
  tone?: 'bad' | 'ink';
  icon?: ReactNode;
  /** Hears that it is closed, whatever was answered. */
  onClosed?(): void;
  /** The dialog stays open and says why when this throws. */
  run(): Promise<unknown>;
}

function Question({ id, body, action, keep = 'Keep', tone = 'bad', icon, run }: ConfirmOptions & { id: string }) {
  const { busy, error, go } = useAnswer(id, run);
  return (
    <div className="stack">
      <div className="t2">{body}</div>
      {error !== null && <Note tone="bad">{errorText(error)}</Note>}
      <div className="row" style={{ justifyContent: 'flex-end' }}>
        <Button disabled={busy} onClick={() => closeDialog(id)} data-autofocus>
          {keep}
        </Button>
        <Button variant={tone} busy={busy} onClick={go}>
          {icon}
          {action}
        </Button>
      </div>
    </div>
  );
}

/** Opens the question. */
export function confirm(options: ConfirmOptions): void {
  const id = `confirm-${performance.now()}`;
  openDialog({
    modalId: id,
    title: options.title,
    size: 460,
    withCloseButton: false,
    ...(options.onClosed ? { onClose: options.onClosed } : {}),
    // All questions stand in one dialog: an answer that is under way is none to the next one.
    children: <Question key={id} id={id} {...options} />,
  });
}
