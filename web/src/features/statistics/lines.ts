/** The lines of a report: rows, what they open into, and what is said where rows are missing. Pure. */
import type { StatAnswer, StatRow } from './asking';

/** A line with its depth and the key that says where it stands. */
export interface Line {
  key: string;
  depth: number;
  /** Null where something is said in place of rows. */
  row: StatRow | null;
  parents: Record<string, string>;
  /** What is said there. */
  note?: Note;
  children?: Line[];
}

/** Rows are waited for, did not come, or are more than those shown. */
type Note = { kind: 'wait' } | { kind: 'failed'; again(): void } | { kind: 'more'; count: number };

/** What came of the question for the rows below a line. */
interface Below {
  data: StatAnswer | undefined;
  isError: boolean;
  refetch(): unknown;
}

/** The line of a row, without what it opens into. */
export function lineOf(row: StatRow, above?: Line): Line {
  const { key = '', depth = -1, parents = {} } = above ?? {};
  return {
    key: `${key}/${row.level}=${row.id}`,
    depth: depth + 1,
    row,
    parents: { ...parents, [row.level]: row.id },
  };
}

function childrenOf(line: Line, { data, isError, refetch }: Below, below: ReadonlyMap<string, Below>): Line[] {
  const told = (note: Note): Line => ({
    key: `${line.key}/${note.kind}`,
    depth: line.depth + 1,
    row: null,
    parents: line.parents,
    note,
  });
  if (!data) return [told(isError ? { kind: 'failed', again: () => void refetch() } : { kind: 'wait' })];
  const more = data.pagination.total - data.result.length;
  return [
    ...data.result.map((child) => lineWithin(lineOf(child, line), below)),
    ...(more > 0 ? [told({ kind: 'more', count: more })] : []),
  ];
}

function lineWithin(line: Line, below: ReadonlyMap<string, Below>): Line {
  const answer = below.get(line.key);
  return answer ? { ...line, children: childrenOf(line, answer, below) } : line;
}

/** The lines of the first level with all that is opened below them. */
export const linesOf = (rows: readonly StatRow[], below: ReadonlyMap<string, Below>): Line[] =>
  rows.map((row) => lineWithin(lineOf(row), below));

/** Opened lines that are in sight: of a row that is there, all those above opened as well. */
export function openInSight(rows: readonly StatRow[], opened: Readonly<Record<string, Line>>, levels: number): Line[] {
  const roots = new Set(rows.map((row) => lineOf(row).key));
  return Object.values(opened).filter((line) => {
    const parts = line.key.split('/').slice(1);
    const above = parts.slice(1).map((_, place) => `/${parts.slice(0, place + 1).join('/')}`);
    return line.depth + 1 < levels && roots.has(`/${parts[0]}`) && above.every((key) => key in opened);
  });
}
