import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { listBlocksOptions } from '~/api/queries';
import type { Site, Template } from '~/api/types';
import { useUnit } from '~/app/queries';
import { formatMoney, plural } from '~/lib/format';
import { paths } from '~/lib/paths';
import { resolvePeriod } from '~/lib/period';
import { FORMATS } from '~/lib/statuses';
import { buttonClass } from '~/ui/button';
import styles from './constructor.module.css';
import type { Config } from './fields';
import type { GalleryScheme } from './gallery-search';
import { inLook, looksOf } from './looks';
import { TemplateExample } from './template-example';
import { usedLast } from './used';

/** The newest blocks of a site that are looked at. */
const LOOKED_AT = 100;

/** The newest blocks of a site, with what they earned in seven days. */
export const usedQuery = (site: number, now = Date.now()) => {
  const days = resolvePeriod('7d', now);
  return queryOptions({
    ...listBlocksOptions({
      path: { site_id: site },
      query: {
        page: 1,
        count: LOOKED_AT,
        order_by: 'id',
        order_direction: 'desc',
        is_show_stats: 1,
        filters: days ? { date_from: days.from, date_to: days.to } : {},
      },
    }),
    select: ({ data }) => data,
  });
};

/** The template that the site's newest block has, in all of its looks. */
export function LastUsed({
  site,
  templates,
  scheme,
}: {
  site: Site;
  templates: readonly Template[];
  scheme: GalleryScheme;
}) {
  const unit = useUnit();
  const { data: blocks } = useQuery(usedQuery(site.id));
  const used = blocks && usedLast(blocks, templates);
  if (!used) return null;
  const { template, count, best } = used;
  const format = FORMATS[template.block_format_type_id] ?? 'Block';
  const looks = looksOf(template).map(({ label }) => ({
    label,
    config: inLook(template, label).initial_values as Config,
  }));
  return (
    <section className={styles.format} aria-labelledby="last-used">
      <h2 id="last-used">Used last: {[format, template.config.label.toLowerCase()].join(', ')}</h2>
      <p className="s13 t2">
        In {plural(count, 'block')} of this site.
        {best &&
          ` ${count === 1 ? 'It' : `The best of them, “${best.name}”,`} earned ${formatMoney(best.ecpm, unit)} per 1 000 shows in the last 7 days.`}
      </p>
      <ul className={styles.looksBeside}>
        {looks.map(({ label, config }) => (
          <li key={label} className={styles.card}>
            <div className={styles.sample}>
              <TemplateExample
                template={template}
                config={config}
                scheme={scheme === 'both' ? (config.scheme === 'dark' ? 'dark' : 'light') : scheme}
                look={label}
              />
            </div>
            <div className={styles.foot}>
              <h3 className={styles.what}>{label}</h3>
              <Link
                {...paths.blockCreateFrom(site.id, template.block_format_type_id, template.id, label)}
                className={buttonClass({ size: 'tool' })}
                aria-label={`Use it again: ${format}, ${template.config.label.toLowerCase()}, ${label}`}
              >
                Use it
              </Link>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
