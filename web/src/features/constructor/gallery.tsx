import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { ApiError } from '~/api/problem';
import type { Site, Template } from '~/api/types';
import { LIMITS, NativeFormat } from '~/api/words';
import { isPush } from '~/lib/block-settings';
import { paths } from '~/lib/paths';
import { FORMATS } from '~/lib/statuses';
import { buttonClass } from '~/ui/button';
import { cx } from '~/ui/classes';
import { Segmented } from '~/ui/controls';
import { Empty } from '~/ui/states';
import { CopyFrom } from '../copy-from/copy-from';
import { useNavigateHere } from '../form/use-navigate-here';
import { PageHead } from '../frame/page-head';
import { siteQuery } from '../sites/api';
import { blockQuery, templatesQuery } from './api';
import styles from './constructor.module.css';
import { crumbsOf } from './crumbs';
import type { Config } from './fields';
import type { GalleryScheme } from './gallery-search';
import { LastUsed } from './last-used';
import { inLook, looksOf } from './looks';
import { TemplateExample } from './template-example';

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
  const from = '/_cabinet/webmaster/sites/$siteId/blocks/constructor/';
  const { siteId } = useParams({ from });
  const { format: wanted, scheme = 'both' } = useSearch({ from });
  const navigate = useNavigateHere();
  const narrow = (change: { format?: number | undefined; scheme?: GalleryScheme | undefined }) =>
    void navigate({
      to: '.',
      search: (before: object) => ({ ...before, ...change }),
      replace: true,
      resetScroll: false,
    });
  const { data: site } = useSuspenseQuery(siteQuery(siteId));
  const { data: templates } = useSuspenseQuery(templatesQuery);
  const client = useQueryClient();
  /** Begins a new block of this site with all that another one of any site has. */
  const copy = async (id: number) => {
    const { data: block } = await client.ensureQueryData(blockQuery(String(id)));
    if (isPush(block)) throw new ApiError({ status: 422, detail: 'It is a push block, which has no template.' });
    return () => navigate(paths.blockCreateLike(site.id, block));
  };
  const formats = Object.entries(FORMATS)
    .map(([id, label]) => ({
      id: Number(id),
      label,
      templates: templates.filter((template) => template.block_format_type_id === Number(id)),
    }))
    .filter((format) => format.templates.length > 0);
  // An address may name a format that the network offers no more.
  const chosen = formats.find((format) => format.id === wanted);
  return (
    <>
      <PageHead crumbs={crumbsOf(site)} actions={<CopyFrom what="block" take={copy} />} />
      <p className="t2">Colours, sizes and words are yours to change in the next step. What you see is drawn live.</p>
      {formats.length > 0 && (
        <div className={styles.filters}>
          <Segmented
            label="Format"
            value={String(chosen?.id ?? '')}
            onChange={(id) => narrow({ format: id === '' ? undefined : Number(id) })}
            options={[
              { value: '', label: `All ${formats.reduce((sum, { templates: of }) => sum + of.length, 0)}` },
              ...formats.map(({ id, label, templates: of }) => ({
                value: String(id),
                label: `${label} ${of.length}`,
              })),
            ]}
          />
          <Segmented<GalleryScheme>
            label="Scheme of the examples"
            value={scheme}
            onChange={(next) => narrow({ scheme: next === 'both' ? undefined : next })}
            options={[
              { value: 'both', label: 'Both' },
              { value: 'light', label: 'Light' },
              { value: 'dark', label: 'Dark' },
            ]}
          />
        </div>
      )}
      <div className={styles.gallery}>
        <LastUsed site={site} templates={chosen?.templates ?? templates} scheme={scheme} />
        {(chosen ? [chosen] : formats).map((format) => (
          <section key={format.id} className={styles.format} aria-labelledby={`format-${format.id}`}>
            <h2 id={`format-${format.id}`}>{format.label}</h2>
            <p className="s13 t2">{FORMAT_WORDS[format.id]}</p>
            <div className={cx(styles.cards, scheme === 'both' && styles.pairs)}>
              {format.templates.map((template) => (
                <TemplateCard key={template.id} site={site} template={template} scheme={scheme} />
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

/** The schemes that are drawn. */
const DRAWN: Readonly<Record<GalleryScheme, readonly ('light' | 'dark')[]>> = {
  both: ['light', 'dark'],
  light: ['light'],
  dark: ['dark'],
};

interface TemplateCardProps {
  site: Site;
  template: Template;
  scheme: GalleryScheme;
}

function TemplateCard({ site, template, scheme }: TemplateCardProps) {
  const looks = useMemo(() => looksOf(template), [template]);
  const [look, setLook] = useState(looks[0]?.label);
  const config = useMemo(() => inLook(template, look).initial_values as Config, [template, look]);
  return (
    <article className={styles.card} aria-labelledby={`template-${template.id}`}>
      <div className={styles.sample}>
        {DRAWN[scheme].map((one) => (
          <TemplateExample key={one} template={template} config={config} scheme={one} />
        ))}
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
