import { Select } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useMemo, useRef } from 'react';
import type { Site } from '~/api/types';
import { paths } from '~/lib/paths';
import { FORMATS } from '~/lib/statuses';
import { buttonClass } from '~/ui/button';
import { Empty } from '~/ui/states';
import { PageHead } from '../frame/page-head';
import { siteQuery } from '../sites/api';
import { blockQuery, templateQuery, templatesQuery } from './api';
import { Constructor } from './constructor';
import { crumbsOf } from './crumbs';
import type { FlatDraft } from './draft';
import { inLook } from './looks';

/** A new block of the format in the address. */
export function BlockCreatePage() {
  const from = '/_cabinet/webmaster/sites/$siteId/blocks/constructor/create/$templateType';
  const { siteId, templateType } = useParams({ from });
  const { template, look, like } = useSearch({ from });
  const { data: site } = useSuspenseQuery(siteQuery(siteId));
  return like === undefined ? (
    <OfTemplate
      key={`${siteId} ${templateType}`}
      site={site}
      templateType={templateType}
      wanted={template}
      look={look}
    />
  ) : (
    <LikeAnother site={site} like={like} />
  );
}

/** A new block with all that another one has. */
function LikeAnother({ site, like }: { site: Site; like: number }) {
  const { data: other } = useSuspenseQuery(blockQuery(String(like)));
  const { data: template } = useSuspenseQuery(templateQuery(other.template_id));
  return <Constructor key={like} site={site} template={template} like={other} />;
}

interface OfTemplateProps {
  site: Site;
  templateType: string;
  wanted: number | undefined;
  look: string | undefined;
}

/** A new block as its template gives it, with what was typed before another template was chosen. */
function OfTemplate({ site, templateType, wanted, look }: OfTemplateProps) {
  const navigate = useNavigate();
  const typed = useRef<FlatDraft>({});
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
  return <Constructor key={`${template.id} ${look}`} site={site} template={template} choice={choice} typed={typed} />;
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
