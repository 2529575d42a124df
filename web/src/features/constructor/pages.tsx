import { Select } from '@mantine/core';
import { TEMPLATES } from '@render/index';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { Site, Template } from '~/api/types';
import { LIMITS, NativeFormat } from '~/api/words';
import { paths } from '~/lib/paths';
import { FORMATS } from '~/lib/statuses';
import { buttonClass } from '~/ui/button';
import { Segmented } from '~/ui/controls';
import { Empty } from '~/ui/states';
import { PageHead } from '../frame/page-head';
import { BlockPreview } from '../preview/block-preview';
import { exampleAds } from '../preview/examples';
import { siteQuery } from '../sites/api';
import { blockQuery, templateQuery, templatesQuery } from './api';
import { Constructor } from './constructor';
import styles from './constructor.module.css';
import { crumbsOf } from './crumbs';
import { type Config, placesOf } from './fields';
import { inLook, looksOf } from './looks';

/** What each format is good for. */
const FORMAT_WORDS: Readonly<Record<number, string> & Record<NativeFormat, string>> = {
  [NativeFormat.Native]: 'Pictures with titles, in the look of your articles.',
  [NativeFormat.Article]: 'A longer text with a picture, for readers.',
  [NativeFormat.Text]: 'Titles with an icon, for narrow places.',
  [NativeFormat.LongText]: 'Text alone, as long as a short article.',
  [NativeFormat.Teaser]: 'A picture that makes curious, in shapes from posts to sliders.',
};

/** All templates, by format, each drawn by the code of the tag. */
export function GalleryPage() {
  const { siteId } = useParams({ from: '/_cabinet/webmaster/sites/$siteId/blocks/constructor/' });
  const { data: site } = useSuspenseQuery(siteQuery(siteId));
  const { data: templates } = useSuspenseQuery(templatesQuery);
  const formats = Object.entries(FORMATS)
    .map(([id, label]) => ({
      id: Number(id),
      label,
      templates: templates.filter((template) => template.block_format_type_id === Number(id)),
    }))
    .filter((format) => format.templates.length > 0);
  return (
    <>
      <PageHead crumbs={crumbsOf(site)} />
      <p className="t2">Colours, sizes and words are yours to change in the next step. What you see is drawn live.</p>
      <div className={styles.gallery}>
        {formats.map((format) => (
          <section key={format.id} className={styles.format} aria-labelledby={`format-${format.id}`}>
            <h2 id={`format-${format.id}`}>{format.label}</h2>
            <p className="s13 t2">{FORMAT_WORDS[format.id]}</p>
            <div className={styles.cards}>
              {format.templates.map((template) => (
                <TemplateCard key={template.id} site={site} template={template} />
              ))}
            </div>
          </section>
        ))}
        {formats.length === 0 && (
          <Empty title="No templates">The network offers no block templates now. Ask its staff.</Empty>
        )}
      </div>
    </>
  );
}

/** How many ads a block of the template can show. */
function placesText({ config: { fields } }: Template): string {
  const of = (key: string, end: 'min' | 'max') => fields.find((field) => field.key === key)?.[end] ?? 1;
  const [least, most] = [of('rows', 'min'), Math.min(LIMITS.block_places, of('rows', 'max') * of('columns', 'max'))];
  return most === 1 ? '1 place' : `${least} to ${most} places`;
}

function TemplateCard({ site, template }: { site: Site; template: Template }) {
  const looks = useMemo(() => looksOf(template), [template]);
  const [look, setLook] = useState(looks[0]?.label);
  const config = useMemo(() => inLook(template, look).initial_values as Config, [template, look]);
  // A card is as narrow as a phone: of a grid one or two ads show what the template does, of a row that is swiped some more.
  const isRow = template.config.fields.every((field) => field.key !== 'columns');
  const count = Math.min(placesOf(config), isRow ? 5 : template.block_format_type_id === NativeFormat.Text ? 3 : 2);
  const ads = useMemo(() => exampleAds(count, template.id), [count, template.id]);
  return (
    <article className={styles.card} aria-labelledby={`template-${template.id}`}>
      <div className={styles.sample}>
        <div className={styles.sampleIn} data-scheme={config.scheme}>
          {TEMPLATES[template.config.name] ? (
            <BlockPreview
              template={template.config.name}
              config={config}
              ads={ads}
              label={`Example of ${template.config.label}`}
            />
          ) : (
            <p className="s13 t2">This template is newer than the page. Reload to see it.</p>
          )}
        </div>
      </div>
      <div className={styles.foot}>
        <div className={styles.what}>
          <h3 id={`template-${template.id}`}>{template.config.label}</h3>
          <span className="s12 t3">{placesText(template)}</span>
        </div>
        {look && (
          <div className={styles.looksOf}>
            <Segmented
              label={`Looks of ${template.config.label}`}
              value={look}
              onChange={setLook}
              options={looks.map(({ label }) => ({ value: label, label }))}
            />
          </div>
        )}
        <Link
          {...paths.blockCreateFrom(site.id, template.block_format_type_id, template.id, look)}
          className={buttonClass({ size: 'tool' })}
          aria-label={`Use it: ${FORMATS[template.block_format_type_id] ?? 'Block'}, ${template.config.label.toLowerCase()}`}
        >
          Use it
        </Link>
      </div>
    </article>
  );
}

/** A new block of the format in the address. */
export function BlockCreatePage() {
  const from = '/_cabinet/webmaster/sites/$siteId/blocks/constructor/create/$templateType';
  const { siteId, templateType } = useParams({ from });
  const { template: wanted, look } = useSearch({ from });
  const navigate = useNavigate();
  const { data: site } = useSuspenseQuery(siteQuery(siteId));
  const { data: templates } = useSuspenseQuery(templatesQuery);
  const offered = templates.filter((template) => String(template.block_format_type_id) === templateType);
  const chosen = offered.find((other) => other.id === wanted) ?? offered[0];
  const template = useMemo(() => chosen && inLook(chosen, look), [chosen, look]);
  if (!template) {
    return (
      <>
        <PageHead crumbs={crumbsOf(site)} />
        <Empty
          title={`No template for ${FORMATS[Number(templateType)] ?? 'this format'} yet`}
          actions={
            <Link {...paths.blockCreate(site.id)} className={buttonClass()}>
              All templates
            </Link>
          }
        >
          Choose one of another format.
        </Empty>
      </>
    );
  }
  const choice = offered.length > 1 && (
    <Select
      aria-label="Template"
      maw={280}
      data={offered.map((other) => ({ value: String(other.id), label: other.config.label }))}
      value={String(template.id)}
      onChange={(id) => id && void navigate(paths.blockCreateFrom(site.id, templateType, Number(id)))}
    />
  );
  return <Constructor key={`${template.id} ${look}`} site={site} template={template} choice={choice} />;
}

/** The block of the address. */
export function BlockEditPage() {
  const { siteId, blockId } = useParams({
    from: '/_cabinet/webmaster/sites/$siteId/blocks/constructor/edit/$blockId',
  });
  const { data: site } = useSuspenseQuery(siteQuery(siteId));
  const { data: block } = useSuspenseQuery(blockQuery(blockId));
  const { data: template } = useSuspenseQuery(templateQuery(block.template_id));
  return <Constructor key={block.id} site={site} template={template} block={block} />;
}
