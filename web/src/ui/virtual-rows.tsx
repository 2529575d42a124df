import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, type RefObject, useEffect, useState } from 'react';
import type { MeasuredRow } from './table-column';
import { SpacerRow } from './table-rows';

/** Rows beyond what is in sight that are drawn as well. */
const OVERSCAN = 12;

/** The rows of a long table that are in sight, between two that are as high as all the others: as measured, once they were drawn. */
export default function VirtualRows({
  scrolls,
  ids,
  rowHeight,
  columns,
  all,
  draw,
}: {
  /** What scrolls. */
  scrolls: RefObject<HTMLElement | null>;
  ids: readonly string[];
  /** About how high a row is that was not measured yet, with its line, in pixels. */
  rowHeight: number;
  columns: number;
  /** All rows are drawn, in sight or not: those that are drawn already stay, with their focus. */
  all: boolean;
  /** Draws a row. Where not all are drawn it is measured: one of two lines is higher. */
  draw(index: number, measured?: MeasuredRow): ReactNode;
}) {
  // Mounted at once with what scrolls, it is there before that is known: nothing would be drawn until something else changes.
  const [, setThere] = useState(scrolls.current !== null);
  useEffect(() => setThere(true), []);
  const virtual = useVirtualizer({
    count: ids.length,
    getScrollElement: () => scrolls.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => ids[index] ?? index,
    overscan: OVERSCAN,
  });
  const items = all ? [] : virtual.getVirtualItems();
  const before = items[0]?.start ?? 0;
  const after = items.length ? virtual.getTotalSize() - (items[items.length - 1]?.end ?? 0) : 0;
  // One list in one place, either way: React takes rows of the same keys for the same.
  return (
    <>
      <SpacerRow height={before} columns={columns} />
      {all
        ? ids.map((_, index) => draw(index))
        : items.map(({ index }) => draw(index, { index, ref: virtual.measureElement }))}
      <SpacerRow height={after} columns={columns} />
    </>
  );
}
