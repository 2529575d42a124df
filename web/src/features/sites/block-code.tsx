import type { BlockConfig } from '@render/index';
import { IconBell, IconCode, IconStethoscope } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { Block } from '~/api/sdk';
import { isPush } from '~/lib/block-settings';
import { paths } from '~/lib/paths';
import { Button, buttonClass } from '~/ui/button';
import { CodeLine } from '~/ui/code-line';
import { closeDialog, openDialog } from '~/ui/dialogs';
import { onceOnline } from '~/ui/late';
import { Skeleton } from '~/ui/states';
import type { Heights } from '../preview/heights';
import { placeCode, scriptCode, scriptQuery } from './api';
import styles from './sites.module.css';

/** The dialog, of which there is one. */
const DIALOG = 'block-code';

/** The block's heights, once the code that draws blocks is there. */
function useHeights(block: Block): Heights | undefined {
  const [heights, setHeights] = useState<Heights>();
  useEffect(() => {
    let isOpen = true;
    void onceOnline(() => import('../preview/heights')).then(({ measureHeights }) => {
      const { template_name: template, compiled_styles: styles, placement } = block;
      // The server holds a config to its template's types.
      const drawn = { template, config: block.config as BlockConfig, styles };
      // What stands elsewhere than its code keeps nothing free there.
      if (isOpen) setHeights(placement === 'in_place' ? measureHeights(drawn, block.places) : [0, 0, 0]);
    });
    return () => {
      isOpen = false;
    };
  }, [block]);
  return heights;
}

/** The lines of a push block: it shows nothing where it stands, and asks nobody without the worker file. */
function PushCode({ block }: { block: Block }) {
  const { data: tag } = useQuery(scriptQuery);
  return (
    <ol className={styles.steps}>
      <li>
        Once on the page, anywhere:
        {tag ? <CodeLine code={scriptCode(tag)} label="the script" /> : <Skeleton height={36} radius={8} />}
      </li>
      <li>
        At the beginning of the body:
        {tag ? <CodeLine code={placeCode(tag, block.id)} label="the place" /> : <Skeleton height={36} radius={8} />}
      </li>
      <li>
        It needs the worker file on your domain:
        <Link {...paths.sitePush(block.site_id)} className={buttonClass()} onClick={() => closeDialog(DIALOG)}>
          <IconBell size={16} aria-hidden />
          Worker file and push settings
        </Link>
      </li>
    </ol>
  );
}

function Code({ block }: { block: Block }) {
  const { data: tag } = useQuery(scriptQuery);
  const heights = useHeights(block);
  return (
    <ol className={styles.steps}>
      <li>
        Once on the page, anywhere:
        {tag ? <CodeLine code={scriptCode(tag)} label="the script" /> : <Skeleton height={36} radius={8} />}
      </li>
      <li>
        Where the ads shall stand:
        {tag && heights ? (
          <CodeLine code={placeCode(tag, block.id, heights)} label="the place" />
        ) : (
          <Skeleton height={36} radius={8} />
        )}
      </li>
      <li>
        Then see that it works:
        <Link
          {...paths.blockCheck(block.site_id, block.id)}
          className={buttonClass()}
          onClick={() => closeDialog(DIALOG)}
        >
          <IconStethoscope size={16} aria-hidden />
          Check the installation
        </Link>
      </li>
    </ol>
  );
}

/** Shows the two lines of a block. */
export function showCode(block: Block): void {
  const children = isPush(block) ? <PushCode block={block} /> : <Code block={block} />;
  openDialog({ modalId: DIALOG, title: `Code of “${block.name}”`, size: 560, children });
}

/** Opens the code of a block. */
export function CodeButton({ block }: { block: Block }) {
  return (
    <Button size="sm" variant="ghost" onClick={() => showCode(block)} aria-label={`Code of ${block.name}`}>
      <IconCode size={14} aria-hidden />
      Code
    </Button>
  );
}
