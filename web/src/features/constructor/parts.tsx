import { Textarea, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconCircleCheck, IconLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Fragment, useMemo } from 'react';
import { errorText, fieldErrors } from '~/api/problem';
import type { Block } from '~/api/sdk';
import type { Template } from '~/api/types';
import { CountedLabel } from '~/ui/form';
import { Note } from '~/ui/note';
import { stylesQuery } from './api';
import styles from './constructor.module.css';
import { ContrastNote } from './contrast-note';
import { SettingLine } from './controls';
import { NAME_MAX, PASSBACK_MAX } from './draft';
import { isIdle, sectionsOf, type Value } from './fields';
import { Looks } from './looks';
import { PlacementPart } from './placement-part';
import type { BlockFormState } from './use-block-form';

/** Pause in typing after which CSS is sent to be checked, in milliseconds. */
const CSS_PAUSE_MS = 500;

/** Whether its own CSS is in use: text of which nothing was kept is refused by now, and is asked about anew. */
function isChecked({ custom_styles, compiled_styles }: Block): boolean {
  return custom_styles.trim() === '' || compiled_styles !== '';
}

/** What the server says of the CSS: the rules that it makes of it, or why it takes none. */
export function useCss(typed: string, block: Block | undefined) {
  const [css] = useDebouncedValue(typed, CSS_PAUSE_MS);
  const isEmpty = css.trim() === '';
  const isSaved = block !== undefined && css === block.custom_styles && isChecked(block);
  const verdict = useQuery({ ...stylesQuery(css), enabled: !isSaved && !isEmpty });
  const refusal = verdict.isError ? fieldErrors(verdict.error).custom_styles : undefined;
  return {
    compiled: isSaved ? block.compiled_styles : isEmpty ? '' : (verdict.data ?? ''),
    refusal,
    isTaken: !verdict.isError && !isEmpty && (isSaved || verdict.isSuccess),
    /** Why it is not known. */
    failure: verdict.isError && refusal === undefined ? errorText(verdict.error) : null,
  };
}

/** The name and the template's settings. */
export function SettingsPart({ form, template }: { form: BlockFormState; template: Template }) {
  const { draft, errors, edit, judge } = form;
  const all = useMemo(() => sectionsOf(template.config.fields), [template]);
  const set = (key: string, value: Value) => edit({ config: { ...draft.config, [key]: value } }, `config.${key}`);
  const sections = all.map((section) => ({
    ...section,
    lines: section.lines.filter((line) => line.kind !== 'one' || !isIdle(line.field, draft.config)),
  }));
  return (
    <>
      <div className={styles.section}>
        <TextInput
          label="Name"
          description="For you only, such as its place on the page: visitors do not see it."
          maxLength={NAME_MAX}
          value={draft.name}
          onChange={(event) => edit({ name: event.currentTarget.value }, 'name')}
          onBlur={() => judge('name')}
          error={errors.name}
        />
      </div>
      <PlacementPart form={form} />
      <Looks
        template={template}
        config={draft.config}
        onChoose={(config) => edit({ config: { ...draft.config, ...config } }, 'look')}
      />
      {sections.map((section) => (
        <section key={section.name} className={styles.section} aria-label={section.name}>
          <h2>{section.name}</h2>
          {section.lines.map((line, index) => (
            <Fragment key={line.kind === 'one' ? line.field.key : line.label}>
              <SettingLine
                line={line}
                first={section.lines[index - 1]?.kind !== line.kind}
                config={draft.config}
                errors={errors}
                onChange={set}
              />
              <ContrastNote line={line} config={draft.config} onChange={set} />
            </Fragment>
          ))}
          {section.name === 'Mark' && (
            <p className={`${styles.locked} s12 t3`}>
              <IconLock size={14} aria-hidden />
              Every ad keeps its mark
            </p>
          )}
        </section>
      ))}
    </>
  );
}

/** CSS of the owner's own. */
export function CssPart({ form, css }: { form: BlockFormState; css: ReturnType<typeof useCss> }) {
  return (
    <div className={styles.section}>
      <Textarea
        label="Own CSS"
        description="Rules for this block only. Classes: card, image, icon, words, title, text, meta, mark, brand."
        placeholder={'.card {\n  letter-spacing: 0.01em;\n}'}
        autosize
        minRows={12}
        spellCheck={false}
        classNames={{ input: styles.source }}
        value={form.draft.custom_styles}
        onChange={(event) => form.edit({ custom_styles: event.currentTarget.value }, 'custom_styles')}
        error={form.errors.custom_styles ?? css.refusal}
      />
      {css.isTaken && (
        <p className={`${styles.verdict} s12 up`} role="status">
          <IconCircleCheck size={14} aria-hidden />
          Accepted by the server. The preview shows it.
        </p>
      )}
      {css.failure !== null && (
        <Note tone="warn" alert>
          The CSS could not be checked: {css.failure}
        </Note>
      )}
      <p className="s12 t2">
        It may not load anything from elsewhere (no url(), no @import), may not leave the block’s place (nothing fixed),
        and may not say !important.
      </p>
    </div>
  );
}

/** What stands where no ad is found. */
export function PassbackPart({ form: { draft, errors, edit } }: { form: BlockFormState }) {
  return (
    <div className={styles.section}>
      <TextInput
        label="Page for an empty place"
        placeholder="https://"
        description="Its address. It is shown in a frame of its own, as wide as the place, which can do nothing to your page."
        type="url"
        value={draft.passback_url}
        onChange={(event) => edit({ passback_url: event.currentTarget.value }, 'passback_url')}
        error={errors.passback_url}
      />
      {draft.passback_url.trim() !== '' && draft.passback_html.trim() !== '' && (
        <Note tone="warn">The HTML below is shown and the page is not: a place has room for one of them.</Note>
      )}
      <Textarea
        label={<CountedLabel label="HTML for an empty place" text={draft.passback_html} max={PASSBACK_MAX} />}
        description="Shown where no ad is found, for example your own banner or another network’s code. Empty: the place closes."
        autosize
        minRows={10}
        spellCheck={false}
        classNames={{ input: styles.source }}
        value={draft.passback_html}
        onChange={(event) => edit({ passback_html: event.currentTarget.value }, 'passback_html')}
        error={errors.passback_html}
      />
      <p className="s12 t2">How often either was shown stands in the list of blocks, under “Passbacks”.</p>
    </div>
  );
}
