import { CopyButton } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Button } from '~/ui/button';
import { Tabs } from '~/ui/controls';
import { ErrorPanel, Skeleton } from '~/ui/states';
import type { Block } from '../preview/draw';
import { measureHeights } from '../preview/heights';
import { scriptQuery } from '../sites/api';
import { type Platform, snippetsFor } from './code';
import styles from './constructor.module.css';
import { placesOf } from './fields';

const PLATFORMS: { value: Platform; label: string }[] = [
  { value: 'html', label: 'HTML' },
  { value: 'wordpress', label: 'WordPress' },
  { value: 'react', label: 'React' },
  { value: 'amp', label: 'AMP' },
];

/** The code to copy, for each way of making pages. A block has code once it is saved. */
export function CodePanel({
  block,
  template,
  config,
  css,
}: {
  block: number | undefined;
  template: string;
  config: NonNullable<Block['config']>;
  /** The owner's CSS as the server compiled it. */
  css: string;
}) {
  const [platform, setPlatform] = useState<Platform>('html');
  const script = useQuery(scriptQuery);
  const heights = useMemo(
    () => measureHeights({ template, config, styles: css }, block === undefined ? 0 : placesOf(config)),
    [block, template, config, css],
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
          <ErrorPanel title="The code could not be loaded" error={script.error} onRetry={() => void script.refetch()} />
        ) : !script.data ? (
          <Skeleton height={72} radius={8} />
        ) : platform === 'amp' ? (
          <p className="s13 t2">
            AMP pages run no scripts of ad networks that are not on its list, so blocks do not show there. Put the code
            on the ordinary version of the page.
          </p>
        ) : (
          <div className={styles.snippets}>
            {snippetsFor(platform, script.data, block, heights).map((snippet) => (
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
