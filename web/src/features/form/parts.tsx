import { type ReactNode, useEffect } from 'react';
import { Button, type ButtonVariant } from '~/ui/button';
import { stay } from '~/ui/controls';
import { focusOn } from '~/ui/focus';
import { Checklist, FactList, FormLayout, SummaryBox } from '~/ui/form';
import { Note } from '~/ui/note';
import styles from './parts.module.css';
import type { Saving } from './use-saving';

/** Around the fields of any form. While it is sent it takes no input. */
export function Form({
  form,
  label,
  className,
  children,
}: {
  form: Saving;
  label?: string | undefined;
  className?: string | undefined;
  children: ReactNode;
}) {
  return (
    <form
      ref={form.element}
      className={className}
      noValidate
      aria-label={label}
      inert={form.busy}
      onSubmit={form.onSubmit}
    >
      {children}
    </form>
  );
}

/** Why nothing was saved, or what changed elsewhere meanwhile; stands near the button. */
export function FormState({ form }: { form: Saving }) {
  if (form.conflict) return <Meanwhile panel={form.panel} {...form.conflict} />;
  if (form.failure !== null) return <Note tone="bad">{form.failure}</Note>;
  if (form.notice === null) return null;
  return (
    <Note tone={form.notice === 'newer' ? 'warn' : 'info'} alert>
      {form.notice === 'newer'
        ? 'It was changed elsewhere meanwhile. What stands here is up to date now: look at it, then send it again.'
        : 'What you typed before you were logged out is here again. It is not saved yet.'}
    </Note>
  );
}

function Meanwhile({
  panel,
  changes,
  wasAsked,
  resolve,
}: NonNullable<Saving['conflict']> & { panel: Saving['panel'] }) {
  const isShared = changes.some((change) => change.isMine);
  // Who has pressed the button is led here; who types is not disturbed.
  useEffect(() => {
    if (!wasAsked) return;
    focusOn(panel.current);
    panel.current?.scrollIntoView?.({ block: 'nearest' });
  }, [wasAsked, panel]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a grid in every browser
    <div ref={panel} className={styles.meanwhile} role="group" aria-label="Changed elsewhere">
      <Note tone="warn" alert>
        This was changed elsewhere since you opened it, by somebody else or in another tab. Nothing that you typed is
        lost.
      </Note>
      <dl>
        {changes.map((change) => (
          <div key={change.name}>
            <dt>{change.label}</dt>
            <dd>
              <span className={styles.theirs}>{change.theirs}</span>
              {change.isMine && <span className="t2">You changed it too.</span>}
            </dd>
          </div>
        ))}
      </dl>
      <div className="row wrap">
        {isShared && <Button onClick={() => resolve('mine')}>Keep mine</Button>}
        <Button variant="ink" onClick={() => resolve('theirs')}>
          {isShared ? 'Take theirs' : 'Take over'}
        </Button>
      </div>
      {isShared && <p className="s12 t2">Fields that only one of you changed keep that change either way.</p>}
    </div>
  );
}

/** Another way to send a form than its first button: `how` is what `send` hears of it. */
interface OtherSubmit {
  how: string;
  label: string;
}

/** A form that is a page: its fields beside a summary, which has the button. */
export function FormPage({
  form,
  submit,
  other,
  checklist,
  facts,
  warning,
  hint,
  preview,
  children,
}: {
  form: Saving;
  submit: string;
  /** Stands beside the button. */
  other?: OtherSubmit | undefined;
  checklist: Parameters<typeof Checklist>[0]['items'];
  facts?: Parameters<typeof FactList>[0]['facts'] | undefined;
  /** Stands before the button. */
  warning?: ReactNode;
  /** Stands after the button. */
  hint?: ReactNode;
  /** Stands above the summary, and gives it more room. */
  preview?: ReactNode;
  children: ReactNode;
}) {
  return (
    <Form form={form}>
      <FormLayout
        wide={preview !== undefined}
        aside={
          <>
            {preview}
            <SummaryBox>
              <Checklist items={checklist} />
              {facts && <FactList facts={facts} />}
              {warning}
              <FormState form={form} />
              <div className={styles.send}>
                <Button variant="accent" type="submit" busy={form.sending === ''} full>
                  {submit}
                </Button>
                {other && (
                  <Button type="submit" value={other.how} busy={form.sending === other.how}>
                    {other.label}
                  </Button>
                )}
              </div>
              {hint && <p className="s12 t2">{hint}</p>}
            </SummaryBox>
          </>
        }
      >
        {children}
      </FormLayout>
    </Form>
  );
}

/** A form that stays where it is: its button waits for a change, which can be taken back. */
export function FormActions({ form, variant = 'ink' }: { form: Saving; variant?: ButtonVariant }) {
  return (
    <>
      <FormState form={form} />
      <div className={styles.actions}>
        <Button variant={variant} type="submit" busy={form.busy} disabled={!form.isDirty}>
          Save
        </Button>
        {form.isDirty && (
          <Button variant="ghost" onClick={form.discard}>
            Discard
          </Button>
        )}
      </div>
    </>
  );
}

/** A form in a frame that opens in place of a button and closes when its work is done. */
export function FormPanel({
  form,
  label,
  heading,
  submit,
  variant = 'ink',
  cancel = 'Cancel',
  waits = false,
  onCancel,
  before,
  children,
}: {
  form: Saving;
  label: string;
  /** Shown; else the label is only read. */
  heading?: string;
  submit: ReactNode;
  variant?: ButtonVariant;
  cancel?: string;
  /** What has to be seen before it is sent is still on its way. */
  waits?: boolean;
  onCancel(): void;
  /** Stands above the fields, and may be wider. */
  before?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <Form form={form} label={label} className={styles.panel}>
      {heading && <h3>{heading}</h3>}
      {before}
      <div className={styles.fields}>
        {children}
        <FormState form={form} />
        <div className={styles.actions}>
          <Button variant={variant} type="submit" busy={form.busy} disabled={waits}>
            {submit}
          </Button>
          <Button variant="ghost" onClick={onCancel} onMouseDown={stay}>
            {cancel}
          </Button>
        </div>
      </div>
    </Form>
  );
}
