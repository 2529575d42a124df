import { IconArrowLeft, IconArrowsMove, IconEye } from '@tabler/icons-react';
import { queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { type FormEvent, type KeyboardEvent, type PointerEvent, useMemo, useState } from 'react';
import { fieldErrors } from '~/api/problem';
import { checkBlockFramingOptions, dataOf } from '~/api/queries';
import { usePageTitle } from '~/app/page';
import { paths } from '~/lib/paths';
import { Button, buttonClass } from '~/ui/button';
import { Segmented } from '~/ui/controls';
import { Note } from '~/ui/note';
import { TextField } from '~/ui/plain-field';
import { ErrorPanel } from '~/ui/states';
import { BlockPreview } from '../preview/block-preview';
import { exampleAds } from '../preview/examples';
import { siteQuery } from '../sites/api';
import { domainUrl } from '../sites/domain';
import { blockQuery, templateQuery } from './api';
import { type Config, placesOf } from './fields';
import styles from './on-page.module.css';
import { Stage } from './stage';

/** Widths of the window in which the page is shown, in px. */
const WIDTHS = { phone: 360, tablet: 768, desktop: 1080 } as const;
type Width = keyof typeof WIDTHS;
/** The margin that a page leaves at each side of the block, in px. */
const MARGIN_PX = 16;
/** How far an arrow key moves the block, in px; with Shift ten times as far. */
const STEP_PX = 4;

/** Whether browsers show the page in a frame. It is asked when somebody asks, and not again by itself. */
const framingQuery = (block: string, page: string) =>
  queryOptions({
    ...checkBlockFramingOptions({ path: { id: Number(block) }, body: { page } }),
    select: dataOf,
    staleTime: 'static',
    retry: false,
    enabled: page !== '',
  });

/** Whether the document is this page's own: what it may frame was said when it was loaded. */
const isOwnDocument = (): boolean => {
  const [loaded] = performance.getEntriesByType('navigation');
  return !loaded || new URL(loaded.name).pathname === location.pathname;
};

/** A saved block on a page of its site, in a frame; on a drawn page where that may not be framed. */
export function OnPage() {
  usePageTitle();
  const { blockId } = useParams({ strict: false }) as { blockId: string };
  const { data: block } = useSuspenseQuery(blockQuery(blockId));
  const { data: site } = useSuspenseQuery(siteQuery(String(block.site_id)));
  const { data: template } = useSuspenseQuery(templateQuery(block.template_id));
  const [typed, setTyped] = useState(() => domainUrl(site.domain));
  const [asked, setAsked] = useState('');
  const [width, setWidth] = useState<Width>(() => (matchMedia('(max-width: 900px)').matches ? 'phone' : 'desktop'));
  const framing = useQuery(framingQuery(blockId, asked));
  // The server holds a config to its template's types.
  const config = useMemo(() => ({ ...template.initial_values, ...(block.config as Config) }), [template, block]);
  const ask = (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim() === asked) void framing.refetch();
    else setAsked(typed.trim());
  };
  const refusal = fieldErrors(framing.error).page;
  const found = framing.isFetching ? undefined : framing.data;
  const isFramed = found?.may_frame === true && isOwnDocument();
  return (
    <main className={styles.page}>
      <header className={styles.head}>
        <Link
          {...paths.blockEdit(site.id, block.id)}
          className={buttonClass({ variant: 'ghost' })}
          preload={false}
          reloadDocument
        >
          <IconArrowLeft size={16} aria-hidden />
          Constructor
        </Link>
        <h1>“{block.name}” on your page</h1>
      </header>
      <form className={styles.ask} onSubmit={ask}>
        <TextField
          label={`A page of ${site.domain}`}
          type="url"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          error={framing.isFetching ? undefined : refusal}
        />
        <Button type="submit" variant="accent" busy={framing.isFetching}>
          <IconEye size={16} aria-hidden />
          Show the page
        </Button>
        {/* The drawn page has a switch of its own. */}
        {isFramed && (
          <Segmented<Width>
            label="Width of the window"
            value={width}
            onChange={setWidth}
            options={[
              { value: 'phone', label: 'Phone' },
              { value: 'tablet', label: 'Tablet' },
              { value: 'desktop', label: 'Desktop' },
            ]}
          />
        )}
      </form>
      {framing.error && !refusal && <ErrorPanel title="The page could not be asked for" error={framing.error} />}
      {found && !found.may_frame && (
        <Note tone="warn" alert>
          {found.why} The block stands on a drawn page instead.
        </Note>
      )}
      {found?.may_frame && !isOwnDocument() && (
        <Note tone="info">
          <a className="link" href={location.pathname}>
            Load this page by itself
          </a>{' '}
          to see yours in it.
        </Note>
      )}
      {found && isFramed ? (
        <Framed
          address={found.page}
          width={WIDTHS[width]}
          isBar={block.placement === 'sticky_bottom'}
          block={{ template: template.config.name, config, styles: block.compiled_styles }}
        />
      ) : (
        <Stage
          site={site}
          template={template}
          config={config}
          css={block.compiled_styles}
          placement={block.placement}
        />
      )}
    </main>
  );
}

/** The page in a frame that can do nothing to this one, under the block, which can be moved over it. */
function Framed({
  address,
  width,
  isBar,
  block,
}: {
  address: string;
  width: number;
  isBar: boolean;
  block: { template: string; config: Config; styles: string };
}) {
  const [at, setAt] = useState({ x: 0, y: 160 });
  const [from, setFrom] = useState<{ x: number; y: number } | null>(null);
  const ads = useMemo(() => exampleAds(placesOf(block.config)), [block.config]);
  const move = (x: number, y: number) => setAt((before) => ({ x: before.x + x, y: Math.max(0, before.y + y) }));
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.shiftKey ? 10 * STEP_PX : STEP_PX;
    const by = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] }[event.key];
    if (by) {
      event.preventDefault();
      move(by[0] ?? 0, by[1] ?? 0);
    }
  };
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    setFrom({ x: event.clientX, y: event.clientY });
  };
  const onPointerMove = (event: PointerEvent) => {
    if (!from) return;
    move(event.clientX - from.x, event.clientY - from.y);
    setFrom({ x: event.clientX, y: event.clientY });
  };
  const place = isBar ? undefined : { left: MARGIN_PX, right: MARGIN_PX, translate: `${at.x}px ${at.y}px` };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
    <section className={styles.stage} aria-label="Your page" tabIndex={0}>
      <div className={styles.window} style={{ width }}>
        <iframe
          title={`Your page ${address}`}
          src={address}
          sandbox="allow-scripts"
          referrerPolicy="no-referrer"
          loading="eager"
        />
        <div className={styles.layer}>
          <div className={isBar ? styles.bar : styles.block} style={place}>
            {!isBar && (
              <button
                type="button"
                className={styles.handle}
                aria-label="Move the block: drag it, or press the arrow keys"
                onKeyDown={onKeyDown}
                onPointerDown={onPointerDown}
                onPointerMove={onPointerMove}
                onPointerUp={() => setFrom(null)}
                onPointerCancel={() => setFrom(null)}
              >
                <IconArrowsMove size={16} aria-hidden />
              </button>
            )}
            <BlockPreview {...block} ads={ads} label="The block on your page" />
          </div>
        </div>
      </div>
      <p className="s12 t2">
        The frame is sandboxed: your page has no cookies in it, and nobody is logged in. The block is drawn over it with
        example ads, and nothing is counted for them.
      </p>
    </section>
  );
}
