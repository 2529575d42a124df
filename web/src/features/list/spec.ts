/** What a list declares of itself; everything else is the same on every one. */
import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Question } from '~/api/queries';
import type { ListAnswer, Metrics } from '~/api/types';
import type { CsvValue } from '~/lib/csv';
import type { ListDefaults } from '~/lib/list';
import type { MetricSide } from '~/lib/metrics';
import type { PageLink } from '~/lib/paths';
import type { Options } from '~/ui/choices';
import type { TableColumn } from '~/ui/table-column';
import type { Change } from './change';
import type { Act } from './use-changes';
import type { List } from './use-list';

/** One and many: "campaign", "campaigns". */
export type Noun = readonly [one: string, many: string];

/** Rows of a list and where else they are kept, so that a change shows wherever they stand. */
export interface Things<Row extends object> {
  noun: Noun;
  /** Its `id` unless said. */
  rowId?(row: Row): string;
  rowName(row: Row): string;
  /** The questions whose answers hold them: the list, and the page of one. */
  told: readonly Question[];
  /** Where the rows of those answers are; in their `data` unless said. */
  within?: Within<Row>;
}

/** An answer with `change` done to its rows, to each part of them by itself. */
export type Within<Row> = (answer: object, change: (rows: Row[]) => Row[]) => object;

/** What generated options have, and a list reads: the answer with its rows, or what `select` makes of it. */
export type RowsSource<Row extends object> = {
  queryKey: readonly unknown[];
} & (
  | { queryFn?: symbol | ((context: never) => ListAnswer<Row> | Promise<ListAnswer<Row>>); select?: never }
  | { queryFn?: unknown; select: (answer: never) => ListAnswer<Row> }
);

/** What a cell shows; one without anything is empty, "no value" for screen readers. */
export type CellOf<Row> =
  /** A text, which ends in dots where it is long, sooner where it yields to figures; a link where there is one. */
  | {
      text(row: Row): string | number | null | undefined;
      opens?(row: Row): PageLink | undefined;
      quiet?: true;
      yields?: true;
    }
  /** A code or an address as it is, which may lead out of the application. */
  | { code(row: Row): string | number | null | undefined; leads?(row: Row): string | null | undefined }
  /** Short words beside each other. */
  | { tags(row: Row): readonly string[] }
  /** A time as its day, or as how long ago it was. */
  | { day(row: Row): string | null | undefined }
  | { ago(row: Row): string | null | undefined }
  /** How many there are, or how much where decimals are said. */
  | { count(row: Row): number | null | undefined; decimals?: number }
  /** Dollars, in the unit of who reads them, which the heading gets; of cents unless more decimals are said. */
  | { money(row: Row): number | null | undefined; decimals?: number }
  /** `csv` is what a file says of it, dollars where it is of money; the column is in no file without. */
  | { cell(row: Row): ReactNode; csv?(row: Row): CsvValue };

/** A column. */
export type ListColumn<Row> = Omit<TableColumn<Row>, 'cell'> &
  CellOf<Row> & {
    /** The heading gets the unit: it is of money. */
    inUnit?: true;
    /** Whoever runs the network has it alone. */
    god?: true;
    /** Shown until others are chosen only where the list is without its figures: they say much the same. */
    withoutFigures?: true;
    /** What the totals row shows, of the figures of all rows. */
    totalOf?(totals: Metrics): ReactNode;
  };

/** The column that names the rows: a link to the page of one, with its id beside. */
export interface NameColumn<Row> {
  /** `name` unless said. */
  id?: string;
  label: string;
  sort?: string;
  opens?(row: Row): PageLink;
  /** In place of a page: what is opened beside the list, and which row it is of. */
  beside?: { open(row: Row): void; isOpen(row: Row): boolean; title?(row: Row): string };
  /** Stands before the name: a picture. */
  mark?(row: Row): ReactNode;
  /** Stands after it; the id unless said. */
  aside?(row: Row): ReactNode;
}

/** The columns of figures. */
export interface MetricColumns {
  side: MetricSide;
  /** Those shown until others are chosen. */
  shown: readonly string[];
  /** What some are called here, by their keys. */
  labels?: Readonly<Record<string, string>>;
}

/** A wish of the owner: the switch before the name, and starts and stops of many. */
export interface Wish<Row> {
  isOn(row: Row): boolean;
  /** Whether a wish has any effect. */
  can(row: Row): boolean;
  /** Why it has none, where the status does not say so. */
  whyNot?(row: Row): string | undefined;
  /** Whether it is wished although something else stands in its way: then it can be stopped. As it is on unless said. */
  isWanted?(row: Row): boolean;
  start: Change<Row>;
  stop: Change<Row>;
}

/** Something to do with rows, in the menu of one, in the bar of the selected ones, or in both. */
export interface ListAction<Row> {
  label: string;
  /** What it is called in the bar of selected rows, where that is another word. */
  many?: string;
  icon: Icon;
  /** Where it is offered: in both places unless said. */
  only?: 'row' | 'bulk';
  bad?: boolean;
  /** Rows to which it can be done; all unless said. */
  when?(row: Row): boolean;
  /** Rows to which it cannot be done just now: their menus show it all the same. */
  isOff?(row: Row): boolean;
  /** It is the one thing to do: a button of the row in place of a menu. */
  alone?: true;
  /** What is done, by its kind: a change, another page, something of its own. */
  change?: Change<Row>;
  to?(row: Row): PageLink;
  /** The page of several rows at once; it is of the bar of selected ones alone. */
  toMany?(rows: readonly Row[]): PageLink;
  open?(rows: readonly Row[]): void;
  /** As `open`, of what is done to one row at a time: it is of the menu alone. */
  openOne?(row: Row): void;
  /** The form above the list that it opens of one row, by a name of its own: of a `ListWithForm`. */
  form?: string;
}

/** What narrows a list beside its tabs and its search. It stands in the address under its name. */
export type ListFilter =
  | {
      kind: 'choice';
      name: string;
      label: string;
      searchable?: boolean;
      /** Values are texts; ids unless said. */
      isText?: true;
      /** What can be chosen. */
      useOptions(): Options | undefined;
    }
  /** The id of something, typed. */
  | {
      kind: 'id';
      name: string;
      label: string;
      field: string;
      placeholder: string;
      /** What it is called, for its chip; the id until that is known. */
      useName?(id: number): string | undefined;
    }
  /** Days, any of them until some are chosen, and what that is called; the address has them as `days`. */
  | { kind: 'days'; name: 'days'; any: string }
  /** Chosen elsewhere, shown as a chip; further names that go with it. Its value is an id unless its text is said. */
  | {
      kind: 'chip';
      name: string;
      label: string;
      with?: readonly string[];
      text?(chosen: List['state']['chosen']): string;
      useName?(id: number): string | undefined;
    };

/** Words, and the one link of an empty place that looks like a button; a list with a form has the button that opens it. */
export interface EmptyWords {
  title: string;
  text: ReactNode;
  action?: { label: string; link: PageLink; icon?: Icon | null };
  /** It is one of several parts of a page: nothing is drawn above the words. */
  small?: true;
}

/** A list. */
export interface ListSpec<Row extends object> extends ListDefaults, Things<Row> {
  /** The generated options of its call. */
  rows(list: List): RowsSource<Row>;
  /** How often an open list asks again, in milliseconds. */
  every?: number;
  /** Rows that are asked for at once where all go into a file: fewer where a call says less of more. */
  fileCount?: number;
  /** The first column, where it names the rows. */
  named?: NameColumn<Row>;
  columns?: readonly (ListColumn<Row> | 'metrics')[];
  /** What an opened row has below it. */
  below?(row: Row, list: List): ReactNode;
  /** In place of a table: what a row looks like. */
  card?(row: Row, act: Act<Row>): ReactNode;
  /** The heading under which cards stand that follow each other. */
  under?(row: Row): string;
  /** Shapes of cards until they are there; three unless said. */
  shapes?: 1 | 2;
  metrics?: MetricColumns;
  /** Strip of figures above. */
  figures?: { label: string; keys: readonly string[] };
  wish?: Wish<Row>;
  actions?: readonly (ListAction<Row> | '-')[];
  filters?: readonly ListFilter[];
  /** The search; a list without one has no choice of columns either. */
  search?: { label: string; placeholder?: string };
  /** Rows are those of some days, which are always chosen. */
  dated?: true;
  /** Whether the size of a page can be chosen; it can unless said. */
  sizes?: false;
  /** Its page offers the whole of it as a file, made by the server. */
  hasFile?: true;
  /** It becomes a file although it has neither search nor filters, of which views are. */
  offersFile?: true;
  /** While there is nothing at all. */
  first: EmptyWords;
  /** What the tabs are of: "Status" unless said. */
  tabsLabel?: string;
  /** What is otherwise for whoever runs the network; sales have the rest. */
  god?: Partial<Omit<ListSpec<Row>, 'god'>>;
  /** Why nothing is found; told in terms of "your" things unless said. */
  none?: { title?: string; text: ReactNode; all?: string };
}
