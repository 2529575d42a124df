import { type Icon, IconPlus } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import type { Choices } from '~/lib/list';
import { Button } from '~/ui/button';
import { type Crumb, PageHead } from '../frame/page-head';
import styles from './list.module.css';
import { ListView } from './list-view';
import type { ListSpec } from './spec';
import { useAwaited } from './use-awaited';
import { useOpened } from './use-opened';
import { useRows, useSpec } from './use-rows';
import { useShowAll } from './use-show-all';

/** What a form above a list is opened with. */
export interface Opened<Row> {
  /** Which form it is, as the action calls it; `new` for that of a new row. */
  form: string;
  /** The row that it is of, as it was last shown; nothing for a new one. */
  row: Row | undefined;
  /** As it was when the form was opened: for what the server refuses in words of its own once it is another. */
  opened: Row | undefined;
  close(): void;
  /** Lets go what narrows the list, for a row that was just made. */
  showAll(chosen?: Choices): void;
}

/**
 * A list with a form above it, which makes a row or is of one of them. One is open at a time. While there is nothing at all the
 * button that opens the form of a new row stands in the empty place, and that form in place of both.
 */
export function ListWithForm<Row extends object>({
  spec: declared,
  crumbs,
  create,
  isPart = false,
  lead,
  above,
  children,
}: {
  spec: ListSpec<Row>;
  /** The steps above it; its cabinet unless said. */
  crumbs?: readonly Crumb[];
  /** The button that opens the form of a new row; it is gone while that is open. */
  create?: { label: string; icon?: Icon } | false;
  /** It is a part of a page, whose head is another's. */
  isPart?: boolean;
  /** Stands between the name of the page and the form. */
  lead?: ReactNode;
  /** Stands between the form and the list. */
  above?: ReactNode;
  children(opened: Opened<Row>): ReactNode;
}) {
  const mine = useSpec(declared);
  const showAll = useShowAll(declared);
  const { opened, key, place, take, openOf, openNew, follow, close, ifLast } = useOpened<string, Row>(mine);
  const spec = useMemo(
    (): ListSpec<Row> => ({
      ...mine,
      actions: (mine.actions ?? []).map((action) => {
        if (action === '-' || !action.form) return action;
        const { form } = action;
        return { ...action, openOne: (row) => openOf(form, row) };
      }),
    }),
    [mine, openOf],
  );
  const isMaking = opened?.form === 'new';
  const rows = useAwaited(useRows(spec), isMaking);
  follow(rows.answer.data?.data);
  const { icon: Icon = IconPlus, label } = create || {};
  const button = label && !isMaking && (
    <Button ref={take} {...(isPart ? {} : { variant: 'accent' })} onClick={() => openNew('new')}>
      <Icon size={16} aria-hidden />
      {label}
    </Button>
  );
  const { isBare } = rows;
  const head = !isBare && button;
  return (
    <>
      {isPart ? (
        head && <div className="row wrap">{head}</div>
      ) : (
        <PageHead {...(crumbs ? { crumbs } : {})} actions={head} />
      )}
      {lead}
      {opened && (
        <div key={key} ref={place} className={styles.place}>
          {children({
            form: opened.form,
            row: opened.row,
            opened: opened.first,
            close,
            showAll: ifLast(showAll),
          })}
        </div>
      )}
      {above}
      {!(isBare && isMaking) && <ListView spec={spec} {...rows} {...(button ? { begin: button } : {})} />}
    </>
  );
}
