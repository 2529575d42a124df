import { TEMPLATES } from '@render/index';
import { useMemo } from 'react';
import type { Template } from '~/api/types';
import { NativeFormat } from '~/api/words';
import { BlockPreview } from '../preview/block-preview';
import { exampleAds } from '../preview/examples';
import styles from './constructor.module.css';
import { type Config, placesOf } from './fields';

interface TemplateExampleProps {
  template: Template;
  config: Config;
  scheme: 'light' | 'dark';
  /** What it is an example of, where it is not the template alone. */
  look?: string;
}

/** A block of the template on a page of the scheme. */
export function TemplateExample({ template, config, scheme, look }: TemplateExampleProps) {
  const drawn = useMemo(() => ({ ...config, scheme }), [config, scheme]);
  // A card is as narrow as a phone: of a grid one or two ads show what the template does, of a row that is swiped some more.
  const isRow = template.config.fields.every((field) => field.key !== 'columns');
  const count = Math.min(placesOf(config), isRow ? 5 : template.block_format_type_id === NativeFormat.Text ? 3 : 2);
  const ads = useMemo(() => exampleAds(count, template.id), [count, template.id]);
  return (
    <div className={styles.sampleIn} data-scheme={scheme}>
      {TEMPLATES[template.config.name] ? (
        <BlockPreview
          template={template.config.name}
          config={drawn}
          ads={ads}
          label={`Example of ${[template.config.label, look, scheme].filter(Boolean).join(', ')}`}
        />
      ) : (
        <p className="s13 t2">This template is newer than the page. Reload to see it.</p>
      )}
    </div>
  );
}
