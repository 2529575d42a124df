import { CopyButton } from '@mantine/core';
import { IconCheck, IconCopy, IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { BlockPlacement } from '~/api/sdk';
import { Button, buttonClass } from '~/ui/button';
import { Tabs } from '~/ui/controls';
import { ErrorPanel, Skeleton } from '~/ui/states';
import type { Block } from '../preview/draw';
import { type Heights, measureHeights } from '../preview/heights';
import { scriptQuery } from '../sites/api';
import { PLUGIN, type Platform, snippetsFor } from './code';
import styles from './constructor.module.css';
import { placesOf } from './fields';

const PLATFORMS: { value: Platform; label: string }[] = [
  { value: 'html', label: 'HTML' },
  { value: 'wordpress', label: 'WordPress' },
  { value: 'react', label: 'React' },
  { value: 'vue', label: 'Vue' },
  { value: 'svelte', label: 'Svelte' },
  { value: 'amp', label: 'AMP' },
];

/** The code of a block that stands elsewhere keeps nothing free. */
const NO_HEIGHTS: Heights = [0, 0, 0];

/** What there is to know before the code of a platform. */
function Before({ platform }: { platform: Platform }) {
  if (platform === 'wordpress') {
    return (
      <div className={styles.before}>
        <a className={buttonClass({ size: 'tool' })} href={PLUGIN} download>
          <IconDownload size={16} aria-hidden />
          Download the plugin
        </a>
        <p className="s13 t2">
          In WordPress: Plugins, Add new, Upload plugin. Then copy what follows into its settings. It can put a block
          into every post by itself.
        </p>
      </div>
    );
  }
  if (platform === 'amp') {
    return (
      <p className="s13 t2">
        AMP pages run no scripts of ad networks that are not on its list, but frames. This one holds a page with the
        block alone, and takes the height that the ads need. Your own CSS and the text for empty places work in it too.
      </p>
    );
  }
  if (platform === 'html') return null;
  return (
    <p className="s13 t2">
      <code>placard.cmd</code> takes calls before the script is there: <code>load</code>, <code>reload</code> and{' '}
      <code>destroy</code>, each with the element.
    </p>
  );
}

/** The code to copy, for each way of making pages. A block has code once it is saved. */
export function CodePanel({
  block,
  domain,
  template,
  config,
  css,
  placement,
}: {
  block: number | undefined;
  /** The site's domain. */
  domain: string;
  template: string;
  config: NonNullable<Block['config']>;
  /** The owner's CSS as the server compiled it. */
  css: string;
  placement: BlockPlacement;
}) {
  const [platform, setPlatform] = useState<Platform>('html');
  const script = useQuery(scriptQuery);
  const heights = useMemo(
    () =>
      placement === 'in_place'
        ? measureHeights({ template, config, styles: css }, block === undefined ? 0 : placesOf(config))
        : NO_HEIGHTS,
    [block, template, config, css, placement],
  );
  return (
    <section className={styles.code} id="code" aria-label="Code for your pages">
      <Tabs<Platform>
        label="Where the code goes"
        value={platform}
        options={PLATFORMS}
        onChange={setPlatform}
        controls="code-panel"
      />
      <div id="code-panel" role="tabpanel" aria-label={PLATFORMS.find((other) => other.value === platform)?.label}>
        {block === undefined ? (
          <p className="s13 t2">Save the block to get its code: the code names the block by its number.</p>
        ) : script.isError ? (
          <ErrorPanel title="The code could not be loaded" of={script} />
        ) : !script.data ? (
          <Skeleton height={72} radius={8} />
        ) : (
          <div className={styles.snippets}>
            <Before platform={platform} />
            {snippetsFor(platform, { tag: script.data, block, domain, heights, placement }).map((snippet) => (
              <div key={`${platform}-${snippet.key}`} className={styles.snippet}>
                <div className="row between">
                  <span className="s12 t2">{snippet.title}</span>
                  <CopyButton value={snippet.code} timeout={2000}>
                    {({ copied, copy }) => (
                      <Button
                        size="sm"
                        onClick={copy}
                        aria-label={copied ? 'Copied' : `Copy the code: ${snippet.title}`}
                      >
                        {copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
                        {copied ? 'Copied' : 'Copy'}
                      </Button>
                    )}
                  </CopyButton>
                </div>
                {/* biome-ignore lint/a11y/noNoninteractiveTabindex: code that scrolls must be reachable with the keyboard */}
                <pre tabIndex={0}>
                  <code>{snippet.code}</code>
                </pre>
              </div>
            ))}
          </div>
        )}
      </div>
    </section>
  );
}
