import type { ReactNode } from 'react';
import { isFiltered } from '~/lib/list';
import { useMovingFocus } from '~/ui/kept-focus';
import { type Crumb, PageHead } from '../frame/page-head';
import { MainLink } from './empty-place';
import { FiguresStrip } from './figures-strip';
import { ListView } from './list-view';
import type { EmptyWords, ListSpec } from './spec';
import { StatsSwitch } from './stats-switch';
import { useRows, useSpec } from './use-rows';

/** A page that is a list: its name, the figures of all, the list. */
export function ListPage<Row extends object>({
  spec: declared,
  crumbs,
  create = declared.first.action,
  more,
  lead,
  above,
}: {
  spec: ListSpec<Row>;
  /** The steps above it; its cabinet unless said. */
  crumbs?: readonly Crumb[];
  /** The page's one button; that of the empty list unless said, null for none. */
  create?: EmptyWords['action'] | null | undefined;
  /** Other ways to begin; they stand before it, also while there is nothing. */
  more?: ReactNode;
  /** Stands between the name of the page and the list. */
  lead?: ReactNode;
  /** Stands above the rows, once there are some. */
  above?: ReactNode;
}) {
  const spec = useSpec(declared);
  const rows = useRows(spec);
  const { list, isBare } = rows;
  const { metrics, figures, first } = spec;
  const { take } = useMovingFocus<HTMLAnchorElement>();
  return (
    <>
      <PageHead
        {...(crumbs ? { crumbs } : {})}
        actions={
          isBare ? (
            more
          ) : (
            <>
              {more}
              {metrics && <StatsSwitch list={list} />}
              {create && <MainLink ref={take} {...create} />}
            </>
          )
        }
      />
      {lead}
      {figures && metrics && list.state.stats && !isBare && (
        <>
          {/* The rows below are of fewer: it is said of what these figures are. */}
          {isFiltered(list.state, spec) && <p className="s13 t2">{figures.label}, not only of the rows below</p>}
          <FiguresStrip {...figures} side={metrics.side} period={list.state.period} range={list.range} />
        </>
      )}
      {!isBare && above}
      <ListView spec={spec} {...rows} begin={first.action && <MainLink ref={take} {...first.action} />} />
    </>
  );
}
