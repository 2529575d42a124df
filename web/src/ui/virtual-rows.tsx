import { useVirtualizer } from '@tanstack/react-virtual';
import type { ReactNode, RefObject } from 'react';
import { SpacerRow } from './table-rows';

/** Rows beyond what is in sight that are drawn as well. */
const OVERSCAN = 12;

/** The rows of a long table that are in sight, between two that are as high as all the others. */
export default function VirtualRows({
  scrolls,
  ids,
  rowHeight,
  columns,
  draw,
}: {
  /** What scrolls. */
  scrolls: RefObject<HTMLElement | null>;
  ids: readonly string[];
  /** About how high a row is, with its line, in pixels. */
  rowHeight: number;
  columns: number;
  draw(index: number): ReactNode;
}) {
  const virtual = useVirtualizer({
    count: ids.length,
    getScrollElement: () => scrolls.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => ids[index] ?? index,
    overscan: OVERSCAN,
  });
  const items = virtual.getVirtualItems();
  const before = items[0]?.start ?? 0;
  const after = items.length ? virtual.getTotalSize() - (items[items.length - 1]?.end ?? 0) : 0;
  return (
    <>
      <SpacerRow height={before} columns={columns} />
      {items.map(({ index }) => draw(index))}
      <SpacerRow height={after} columns={columns} />
    </>
  );
}
