/** What a table shows, and how its cells stand. */
import type { CSSProperties, ReactNode, RefCallback } from 'react';
import styles from './data-table.module.css';

/** A column of a table. The first one of the list names the row and stays in sight. */
export interface TableColumn<Row> {
  id: string;
  /** The heading; a unit belongs into it: "Spent, $". */
  label: string;
  cell(row: Row): ReactNode;
  /** What the totals row shows. */
  total?: ReactNode;
  align?: 'left' | 'right' | 'center';
  /** Explains the heading: the formula of a metric. */
  help?: string;
  /** The server's name for sorting by it; absent when it cannot. */
  sort?: string;
  strong?: boolean;
  /** On a phone it stands beside the name, before all others: what a queue is worked through by. */
  near?: boolean;
  /** Least width in pixels. */
  width?: number;
  /** Not shown until chosen. */
  hidden?: boolean;
}

/** What a row is measured by. */
export interface MeasuredRow {
  /** Its place among all rows, from 0. */
  index: number;
  ref: RefCallback<Element>;
}

/** The order of the rows. */
export interface TableSort {
  by: string;
  direction: 'asc' | 'desc';
}

/** Rows that open into rows of the next level. Children that are not there yet are the caller's to load. */
export interface TableTree<Row> {
  children(row: Row): readonly Row[] | undefined;
  canOpen(row: Row): boolean;
  opened: Readonly<Record<string, boolean>>;
  onOpen(row: Row, open: boolean): void;
  /** Names the opener for screen readers. */
  name(row: Row): string;
  /** What stands under an opened row, as wide as the table is seen, where it has no rows of its own. */
  below?(row: Row): ReactNode;
}

/** The columns shown by default. */
export function defaultColumns<Row>(columns: readonly TableColumn<Row>[]): string[] {
  return columns.filter((column) => !column.hidden).map((column) => column.id);
}

/** How the cells of a column are aligned. */
export function alignClass<Row>({ align }: TableColumn<Row>): string | undefined {
  return align === 'right' ? styles.right : align === 'center' ? styles.center : undefined;
}

/** How wide they are at least. */
export function widthStyle<Row>({ width }: TableColumn<Row>): CSSProperties | undefined {
  // A property, so that a phone may give the first column less.
  return width ? ({ '--least': `${width}px` } as CSSProperties) : undefined;
}
