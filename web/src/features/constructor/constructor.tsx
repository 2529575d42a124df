import { useHotkeys } from '@mantine/hooks';
import { IconArrowBackUp, IconArrowForwardUp, IconCopy, IconEye, IconRotate } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ReactNode, type RefObject, useState } from 'react';
import type { Block, BlockVersion, Site } from '~/api/sdk';
import type { Template } from '~/api/types';
import { SiteStatus } from '~/api/words';
import { plural } from '~/lib/format';
import { paths } from '~/lib/paths';
import { FORMATS } from '~/lib/statuses';
import { Button, buttonClass } from '~/ui/button';
import { Tabs } from '~/ui/controls';
import { lateDialog } from '~/ui/late-dialog';
import { Tag } from '~/ui/marks';
import { Note } from '~/ui/note';
import { Form, FormState } from '../form/parts';
import { PageHead } from '../frame/page-head';
import { CodePanel } from './code-panel';
import styles from './constructor.module.css';
import { crumbsOf } from './crumbs';
import { differences, draftOf, type FlatDraft } from './draft';
import { EarningPart } from './earning-part';
import { CssPart, PassbackPart, SettingsPart, useCss } from './parts';
import { Stage } from './stage';
import { type Part, partOf, useBlockForm } from './use-block-form';
import { VersionsPart } from './versions';

const askCopy = lateDialog(
  () => import('../sites/copy-blocks'),
  (dialog) => dialog.askCopy,
);

/** Makes a block of a template, or changes the one given: its settings beside the block as visitors will see it. */
export function Constructor({
  site,
  template,
  block,
  like,
  choice,
  typed,
}: {
  site: Site;
  template: Template;
  block?: Block;
  /** What a new one begins like. */
  like?: Block | undefined;
  /** The choice of another template, in place of the name of this one. */
  choice?: ReactNode;
  /** What was typed for another template, and is for the next one. */
  typed?: RefObject<FlatDraft>;
}) {
  const form = useBlockForm(site, template, block, like, typed);
  const { draft, part, undo, redo, changeCount } = form;
  // An earlier version that is looked at stands in the preview, as long as its part is open.
  const [chosen, setChosen] = useState<BlockVersion | null>(null);
  const seen = part === 'versions' && chosen?.template_id === template.id ? chosen : null;
  const shown = seen ? draftOf(seen, template) : draft;
  const css = useCss(shown.custom_styles, block);
  useHotkeys(
    [
      ['mod+Z', undo],
      ['mod+shift+Z', redo],
      ['mod+Y', redo],
    ],
    ['TEXTAREA'],
  );
  const initial = { ...draft, config: template.initial_values };
  const wrong = (of: Part) => Object.keys(form.errors).filter((field) => partOf(field) === of).length;
  return (
    <Form form={form} className={styles.page}>
      <div className={styles.head}>
        <PageHead
          title={draft.name.trim() || (block ? 'Block' : undefined)}
          crumbs={crumbsOf(site)}
          badge={
            <>
              <Tag>
                {FORMATS[template.block_format_type_id] ?? 'Block'}
                {!choice && `, ${template.config.label.toLowerCase()}`}
              </Tag>
              {choice}
            </>
          }
          actions={
            <>
              <Button variant="ghost" icon aria-label="Undo" disabled={!form.canUndo} onClick={undo}>
                <IconArrowBackUp size={18} stroke={1.6} aria-hidden />
              </Button>
              <Button variant="ghost" icon aria-label="Redo" disabled={!form.canRedo} onClick={redo}>
                <IconArrowForwardUp size={18} stroke={1.6} aria-hidden />
              </Button>
              <Button
                variant="ghost"
                aria-label="Reset to the template"
                disabled={differences(draft, initial) === 0}
                onClick={() => form.edit({ config: { ...template.initial_values } }, 'reset')}
              >
                <IconRotate size={16} aria-hidden />
                <span className={styles.wideOnly}>Reset to the template</span>
              </Button>
              {block && (
                // Loaded by itself: no other page may frame what is not ours. Beside this one, whose changes stay.
                <Link
                  {...paths.onPage(block.id)}
                  preload={false}
                  className={buttonClass({ variant: 'ghost' })}
                  target="_blank"
                  rel="noopener"
                  aria-label="See the saved block on your page"
                >
                  <IconEye size={18} stroke={1.6} aria-hidden />
                  <span className={styles.wideOnly}>On your page</span>
                </Link>
              )}
              {block && (
                <Button variant="ghost" icon aria-label="Copy to sites" onClick={() => askCopy(site.id, [block])}>
                  <IconCopy size={18} stroke={1.6} aria-hidden />
                </Button>
              )}
              <div className={styles.save}>
                <span className={`${styles.count} s12 t3`} aria-live="polite">
                  {changeCount > 0 ? `${plural(changeCount, 'change')} not saved` : block ? 'All saved' : ''}
                </span>
                <Button variant="accent" type="submit" busy={form.busy} disabled={!form.isNew && !form.isDirty}>
                  {block ? 'Save the block' : 'Create the block'}
                </Button>
              </div>
            </>
          }
        />
      </div>
      <div className={styles.grid}>
        <div className={styles.settings}>
          <div className={styles.failure}>
            <FormState form={form} />
          </div>
          <Tabs<Part>
            label="Parts of the block"
            value={part}
            onChange={form.setPart}
            controls="block-part"
            options={[
              { value: 'settings', label: 'Settings', count: wrong('settings') || null },
              { value: 'css', label: 'CSS', count: wrong('css') || (css.refusal ? 1 : null) },
              { value: 'passback', label: 'No ad', count: wrong('passback') || null },
              { value: 'earning', label: 'Income', count: wrong('earning') || null },
              ...(block ? [{ value: 'versions' as const, label: 'Versions' }] : []),
            ]}
          />
          <div id="block-part" role="tabpanel" aria-label={part === 'settings' ? 'Settings' : part}>
            {part === 'settings' && <SettingsPart form={form} template={template} />}
            {part === 'css' && <CssPart form={form} css={css} />}
            {part === 'passback' && <PassbackPart form={form} />}
            {part === 'earning' && <EarningPart form={form} />}
            {part === 'versions' && block && (
              <VersionsPart block={block} template={template} isDirty={form.isDirty} seen={chosen} onSee={setChosen} />
            )}
          </div>
        </div>
        <div className={styles.view}>
          <Stage site={site} template={template} config={shown.config} css={css.compiled} placement={shown.placement} />
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
          <CodePanel
            block={block?.id}
            domain={site.domain}
            template={template.config.name}
            config={draft.config}
            css={css.compiled}
            placement={draft.placement}
          />
        </div>
      </div>
    </Form>
  );
}
