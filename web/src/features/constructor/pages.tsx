import { Select } from '@mantine/core';
import { TEMPLATES } from '@render/index';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { Site, Template } from '~/api/types';
import { Format } from '~/api/words';
import { paths } from '~/lib/paths';
import { FORMATS } from '~/lib/statuses';
import { buttonClass } from '~/ui/button';
import { Empty } from '~/ui/states';
import { PageHead } from '../frame/page-head';
import { BlockPreview } from '../preview/block-preview';
import { exampleAds } from '../preview/examples';
import { siteQuery } from '../sites/api';
import { blockQuery, templateQuery, templatesQuery } from './api';
import { Constructor } from './constructor';
import styles from './constructor.module.css';
import { crumbsOf } from './crumbs';

/** What each format is good for. */
const FORMAT_WORDS: Readonly<Record<number, string> & Record<Format, string>> = {
  [Format.Native]: 'Pictures with titles, in the look of your articles.',
  [Format.Article]: 'A longer text with a picture, for readers.',
  [Format.Text]: 'Titles with an icon, for narrow places.',
  [Format.LongText]: 'Text alone, as long as a short article.',
  [Format.Teaser]: 'A picture that makes curious, in shapes from posts to sliders.',
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

function TemplateCard({ site, template }: { site: Site; template: Template }) {
  const config = useMemo(() => ({ ...template.initial_values, rows: 1, columns_phone: 1 }), [template]);
  // A card is as narrow as a phone: two places show what the template does.
  const ads = useMemo(() => exampleAds(template.block_format_type_id === Format.Text ? 3 : 1, template.id), [template]);
  return (
    <article className={styles.card} aria-labelledby={`template-${template.id}`}>
      <div className={styles.sample}>
        <div className={styles.sampleIn}>
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
        <h3 id={`template-${template.id}`}>{template.config.label}</h3>
        <Link
          {...paths.blockCreateFrom(site.id, template.block_format_type_id, template.id)}
          className={buttonClass({ size: 'tool' })}
          aria-label={`Use it: ${template.config.label}`}
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
  const { template: wanted } = useSearch({ from });
  const navigate = useNavigate();
  const { data: site } = useSuspenseQuery(siteQuery(siteId));
  const { data: templates } = useSuspenseQuery(templatesQuery);
  const offered = templates.filter((template) => String(template.block_format_type_id) === templateType);
  const template = offered.find((other) => other.id === wanted) ?? offered[0];
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
  return (
    <>
      {offered.length > 1 && (
        <Select
          aria-label="Template"
          maw={280}
          data={offered.map((other) => ({ value: String(other.id), label: other.config.label }))}
          value={String(template.id)}
          onChange={(id) => id && void navigate(paths.blockCreateFrom(site.id, templateType, Number(id)))}
        />
      )}
      <Constructor key={template.id} site={site} template={template} />
    </>
  );
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
