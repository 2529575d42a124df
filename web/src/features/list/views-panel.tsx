import {
  IconArrowLeft,
  IconCheck,
  IconDots,
  IconLink,
  IconPencil,
  IconPlus,
  IconRefresh,
  IconTrash,
} from '@tabler/icons-react';
import { useState } from 'react';
import { errorText } from '~/api/problem';
import type { ListView } from '~/api/sdk';
import { Button } from '~/ui/button';
import { focusOn } from '~/ui/focus';
import { Note } from '~/ui/note';
import { Skeleton } from '~/ui/states';
import type { TableColumn } from '~/ui/table-column';
import type { ListSpec } from './spec';
import styles from './tools.module.css';
import type { List } from './use-list';
import { useViews, type Views } from './use-views';
import { askName, askSave } from './view-dialogs';

/** The user's views of a list: one is opened by its name, the rest stands behind its dots. */
export function ViewsPanel<Row extends object>({
  spec,
  list,
  columns,
  leave,
}: {
  spec: ListSpec<Row>;
  list: List;
  columns: readonly TableColumn<Row>[];
  leave(then?: () => void): void;
}) {
  const views = useViews(list, columns);
  const [id, setId] = useState<number | null>(null);
  const [isBack, setBack] = useState(false);
  const { data: all, error, isPending } = views.answer;
  const one = all?.find((view) => view.id === id);
  if (one) return <OneView view={one} views={views} leave={leave} back={() => setId(null)} />;
  return (
    <div>
      {/* Whoever comes back from one view is led here. */}
      <h2 className={styles.head} ref={isBack ? focusOn : undefined}>
        Views of this list
      </h2>
      {isPending && (
        <div className={styles.text} aria-busy>
          <Skeleton width="60%" />
        </div>
      )}
      {error && !all && (
        <div className={styles.text}>
          <Note tone="bad">The views did not load: {errorText(error)}</Note>
        </div>
      )}
      {all?.length === 0 && (
        <p className={styles.text}>
          None yet. Choose filters, order and columns, then save them under a name: one click brings them back.
        </p>
      )}
      {all && all.length > 0 && (
        <ul className={styles.list}>
          {all.map((view) => {
            const isShown = views.isShown(view);
            return (
              <li key={view.id}>
                <button
                  type="button"
                  className={styles.line}
                  aria-current={isShown || undefined}
                  onClick={() => leave(() => views.open(view))}
                >
                  <span className="ell">{view.name}</span>
                  {isShown && <IconCheck size={14} aria-hidden />}
                </button>
                <Button
                  variant="ghost"
                  size="sm"
                  icon
                  aria-label={`More for the view ${view.name}`}
                  onClick={() => {
                    setBack(true);
                    setId(view.id);
                  }}
                >
                  <IconDots size={16} aria-hidden />
                </Button>
              </li>
            );
          })}
        </ul>
      )}
      <div className={styles.foot}>
        <Button
          variant="ink"
          size="sm"
          full
          onClick={() => leave(() => askSave({ spec, list, columns, save: views.save }))}
        >
          <IconPlus size={14} aria-hidden />
          Save this view…
        </Button>
      </div>
    </div>
  );
}

function OneView({
  view,
  views,
  leave,
  back,
}: {
  view: ListView;
  views: Views;
  leave(then?: () => void): void;
  back(): void;
}) {
  const isShown = views.isShown(view);
  return (
    <div>
      <div className={styles.head}>
        <Button variant="ghost" size="sm" icon aria-label="All views" onClick={back}>
          <IconArrowLeft size={16} aria-hidden />
        </Button>
        <h2 className="ell" ref={focusOn}>
          {view.name}
        </h2>
      </div>
      <ul className={styles.list}>
        <li>
          <button
            type="button"
            className={styles.line}
            disabled={isShown}
            onClick={() => leave(() => void views.update(view))}
          >
            <IconRefresh size={14} aria-hidden />
            <span className="grow">Update to what is shown</span>
          </button>
        </li>
        <li>
          <button type="button" className={styles.line} onClick={() => leave(() => askName(view, views.rename))}>
            <IconPencil size={14} aria-hidden />
            <span className="grow">Rename…</span>
          </button>
        </li>
        <li>
          <button type="button" className={styles.line} onClick={() => leave(() => views.copy(view))}>
            <IconLink size={14} aria-hidden />
            <span className="grow">Copy link</span>
          </button>
        </li>
        <li>
          <button
            type="button"
            className={`${styles.line} ${styles.bad}`}
            onClick={() => leave(() => void views.remove(view))}
          >
            <IconTrash size={14} aria-hidden />
            <span className="grow">Delete</span>
          </button>
        </li>
      </ul>
      {isShown && <p className={styles.text}>It is what is shown now.</p>}
    </div>
  );
}
