import { Textarea, TextInput } from '@mantine/core';
import { useDebouncedValue, useHotkeys } from '@mantine/hooks';
import { IconArrowBackUp, IconArrowForwardUp, IconCircleCheck, IconLock, IconRotate } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { errorText, fieldErrors, toApiError } from '~/api/problem';
import type { Block, Site, Template } from '~/api/types';
import { SiteStatus } from '~/api/words';
import { plural } from '~/lib/format';
import { paths } from '~/lib/paths';
import { FORMATS } from '~/lib/statuses';
import { Button } from '~/ui/button';
import { Tabs } from '~/ui/controls';
import { CountedLabel } from '~/ui/form';
import { Tag } from '~/ui/marks';
import { Note } from '~/ui/note';
import { toast } from '~/ui/toast';
import { showFirstError } from '../form/first-error';
import { useUnsavedGuard } from '../form/use-guard';
import { PageHead } from '../frame/page-head';
import { stylesQuery, useSaveBlock } from './api';
import { CodePanel } from './code-panel';
import styles from './constructor.module.css';
import { SettingLine } from './controls';
import { crumbsOf } from './crumbs';
import { type Draft, differences, draftErrors, draftOf, NAME_MAX, newDraft, PASSBACK_MAX } from './draft';
import { isIdle, sectionsOf } from './fields';
import { begin, changed, redone, undone } from './history';
import { Stage } from './stage';

type Part = 'settings' | 'css' | 'passback';

/** Pause in typing after which CSS is sent to be checked, in milliseconds. */
const CSS_PAUSE_MS = 500;

/** The part of the form that holds a field. */
function partOf(field: string): Part {
  if (field === 'custom_styles') return 'css';
  return field === 'passback_html' ? 'passback' : 'settings';
}

/** Whether its own CSS is in use: text of which nothing was kept is refused by now, and is asked about anew. */
function isChecked({ custom_styles, compiled_styles }: Block): boolean {
  return custom_styles.trim() === '' || compiled_styles !== '';
}

/** Makes a block of a template, or changes the one given: its settings beside the block as visitors will see it. */
export function Constructor({ site, template, block }: { site: Site; template: Template; block?: Block }) {
  const navigate = useNavigate();
  const [saved, setSaved] = useState<Draft>(() => (block ? draftOf(block, template) : newDraft(template, '')));
  const [history, setHistory] = useState(() => begin(saved));
  const [part, setPart] = useState<Part>('settings');
  const [shownErrors, setShownErrors] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<unknown>(null);
  const draft = history.present;
  const count = differences(draft, saved);
  const guard = useUnsavedGuard(() => count > 0);
  const save = useSaveBlock(site.id, template, block);

  const [typedCss] = useDebouncedValue(draft.custom_styles, CSS_PAUSE_MS);
  const isSavedCss = block !== undefined && typedCss === block.custom_styles && isChecked(block);
  const verdict = useQuery({ ...stylesQuery(typedCss), enabled: !isSavedCss && typedCss.trim() !== '' });
  const verdictErrors = verdict.isError ? fieldErrors(verdict.error) : {};
  const compiled = isSavedCss ? block.compiled_styles : typedCss.trim() === '' ? '' : (verdict.data ?? '');

  const edit = (patch: Partial<Draft>, key: string) => {
    setHistory((before) => changed(before, { ...before.present, ...patch }, key, performance.now()));
    setShownErrors((before) => Object.fromEntries(Object.entries(before).filter(([field]) => field !== key)));
  };
  const undo = () => setHistory(undone);
  const redo = () => setHistory(redone);
  useHotkeys(
    [
      ['mod+Z', undo],
      ['mod+shift+Z', redo],
      ['mod+Y', redo],
    ],
    ['TEXTAREA'],
  );

  const refuse = (errors: Record<string, string>) => {
    setShownErrors(errors);
    const [first] = Object.keys(errors);
    if (first !== undefined) setPart(partOf(first));
    showFirstError();
  };
  const send = () => {
    const errors = draftErrors(draft, template);
    setFailure(null);
    if (Object.keys(errors).length > 0) return refuse(errors);
    save.mutate(draft, {
      onSuccess: (stored) => {
        if (block) {
          const next = draftOf(stored, template);
          setSaved(next);
          setHistory((before) => ({ ...before, present: next, last: null }));
          toast('Block saved', { detail: 'Pages show it within seconds.' });
        } else {
          guard.release();
          toast('Block created', { detail: 'Its code stands below the preview.' });
          void navigate(paths.blockEdit(site.id, stored.id));
        }
      },
      onError: (thrown) => {
        setFailure(thrown);
        refuse(fieldErrors(thrown));
      },
    });
  };
  const all = useMemo(() => sectionsOf(template.config.fields), [template]);
  const sections = all.map((section) => ({
    ...section,
    lines: section.lines.filter((line) => line.kind !== 'one' || !isIdle(line.field, draft.config)),
  }));
  const wrong = (of: Part) => Object.keys(shownErrors).filter((field) => partOf(field) === of).length;
  const title = draft.name.trim() || (block ? 'Block' : undefined);
  return (
    <form
      noValidate
      className={styles.page}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <div className={styles.head}>
        <PageHead
          title={title}
          crumbs={crumbsOf(site)}
          badge={
            <Tag>
              {FORMATS[template.block_format_type_id] ?? 'Block'}, {template.config.label.toLowerCase()}
            </Tag>
          }
          actions={
            <>
              <Button variant="ghost" icon aria-label="Undo" disabled={history.past.length === 0} onClick={undo}>
                <IconArrowBackUp size={18} stroke={1.6} aria-hidden />
              </Button>
              <Button variant="ghost" icon aria-label="Redo" disabled={history.future.length === 0} onClick={redo}>
                <IconArrowForwardUp size={18} stroke={1.6} aria-hidden />
              </Button>
              <Button
                variant="ghost"
                aria-label="Reset to the template"
                disabled={differences(draft, { ...draft, config: template.initial_values }) === 0}
                onClick={() => edit({ config: { ...template.initial_values } }, 'reset')}
              >
                <IconRotate size={16} aria-hidden />
                <span className={styles.wideOnly}>Reset to the template</span>
              </Button>
              <span className={`${styles.count} s12 t3`} aria-live="polite">
                {count > 0 ? `${plural(count, 'change')} not saved` : block ? 'All saved' : ''}
              </span>
              <Button
                variant="accent"
                type="submit"
                busy={save.isPending}
                disabled={block !== undefined && count === 0}
              >
                {block ? 'Save the block' : 'Create the block'}
              </Button>
            </>
          }
        />
      </div>
      <div className={styles.grid}>
        <div className={styles.settings}>
          {failure !== null && (
            <div className={styles.failure}>
              <Note tone="bad">
                {errorText(failure)}
                {toApiError(failure).status === 409 && ' Copy what you need, then reload the page.'}
              </Note>
            </div>
          )}
          <Tabs<Part>
            label="Parts of the block"
            value={part}
            onChange={setPart}
            controls="block-part"
            options={[
              { value: 'settings', label: 'Settings', count: wrong('settings') || null },
              { value: 'css', label: 'CSS', count: wrong('css') || (verdictErrors.custom_styles ? 1 : null) },
              { value: 'passback', label: 'No ad found', count: wrong('passback') || null },
            ]}
          />
          <div id="block-part" role="tabpanel" aria-label={part === 'settings' ? 'Settings' : part}>
            {part === 'settings' && (
              <>
                <div className={styles.section}>
                  <TextInput
                    label="Name"
                    placeholder="After the article"
                    description="For you only: visitors do not see it."
                    maxLength={NAME_MAX}
                    value={draft.name}
                    onChange={(event) => edit({ name: event.currentTarget.value }, 'name')}
                    error={shownErrors.name}
                  />
                </div>
                {sections.map((section) => (
                  <section key={section.name} className={styles.section} aria-label={section.name}>
                    <h2>{section.name}</h2>
                    {section.lines.map((line, index) => (
                      <SettingLine
                        key={line.kind === 'one' ? line.field.key : line.label}
                        line={line}
                        first={section.lines[index - 1]?.kind !== line.kind}
                        config={draft.config}
                        errors={shownErrors}
                        onChange={(key, value) => edit({ config: { ...draft.config, [key]: value } }, `config.${key}`)}
                      />
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
            )}
            {part === 'css' && (
              <div className={styles.section}>
                <Textarea
                  label="Own CSS"
                  description="Rules for this block only. Classes: card, image, icon, words, title, text, meta, mark, brand."
                  placeholder={'.card {\n  letter-spacing: 0.01em;\n}'}
                  autosize
                  minRows={12}
                  spellCheck={false}
                  classNames={{ input: styles.source }}
                  value={draft.custom_styles}
                  onChange={(event) => edit({ custom_styles: event.currentTarget.value }, 'custom_styles')}
                  error={shownErrors.custom_styles ?? verdictErrors.custom_styles}
                />
                {!verdict.isError && typedCss.trim() !== '' && (isSavedCss || verdict.isSuccess) && (
                  <p className={`${styles.verdict} s12 up`} role="status">
                    <IconCircleCheck size={14} aria-hidden />
                    Accepted by the server. The preview shows it.
                  </p>
                )}
                {verdict.isError && verdictErrors.custom_styles === undefined && (
                  <Note tone="warn" alert>
                    The CSS could not be checked: {errorText(verdict.error)}
                  </Note>
                )}
                <p className="s12 t2">
                  It may not load anything from elsewhere (no url(), no @import), may not leave the block’s place
                  (nothing fixed), and may not say !important.
                </p>
              </div>
            )}
            {part === 'passback' && (
              <div className={styles.section}>
                <Textarea
                  label={<CountedLabel label="HTML for an empty place" text={draft.passback_html} max={PASSBACK_MAX} />}
                  description="Shown where no ad is found, for example your own banner or another network’s code. Empty: the place closes."
                  autosize
                  minRows={10}
                  spellCheck={false}
                  classNames={{ input: styles.source }}
                  value={draft.passback_html}
                  onChange={(event) => edit({ passback_html: event.currentTarget.value }, 'passback_html')}
                  error={shownErrors.passback_html}
                />
              </div>
            )}
          </div>
        </div>
        <div className={styles.view}>
          <Stage site={site} template={template} config={draft.config} css={compiled} />
          {site.status_id !== SiteStatus.Approved && (
            <div className={styles.waiting}>
              <Note tone="info">
                The block shows ads once the site is approved.{' '}
                <Link className="link" {...paths.site(site.id)}>
                  See the site
                </Link>
              </Note>
            </div>
          )}
          <CodePanel block={block?.id} />
        </div>
      </div>
    </form>
  );
}
