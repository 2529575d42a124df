import { Popover } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { Button } from './button';
import styles from './column-chooser.module.css';
import { Checkbox, SearchInput } from './controls';
import { Pill } from './marks';
import { defaultColumns, type TableColumn } from './table-column';

/** Chooses which columns a table shows. The first one names the rows and always stays. */
export function ColumnChooser<Row>({
  columns,
  visible,
  onChange,
}: {
  columns: readonly TableColumn<Row>[];
  /** Null for the default ones. */
  visible: readonly string[] | null;
  onChange(visible: string[] | null): void;
}) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const [text, setText] = useState('');
  const choices = columns.slice(1);
  const standard = defaultColumns(choices);
  const shown = new Set(visible ?? standard);
  const found = choices.filter((column) => column.label.toLowerCase().includes(text.trim().toLowerCase()));
  const toggle = (column: string) => {
    const next = choices.map((one) => one.id).filter((one) => (one === column ? !shown.has(one) : shown.has(one)));
    const isStandard = next.length === standard.length && next.every((one) => standard.includes(one));
    onChange(isStandard ? null : next);
  };
  return (
    <Popover opened={open} onChange={setOpen} position="bottom-end" width={300} trapFocus withinPortal>
      <Popover.Target>
        <Button size="tool" aria-haspopup="dialog" aria-expanded={open} onClick={() => setOpen(!open)}>
          <IconColumns3 size={14} stroke={2} aria-hidden />
          Columns
          {visible && (
            <Pill>
              {choices.filter((column) => shown.has(column.id)).length} of {choices.length}
            </Pill>
          )}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label="Columns">
        <div className={styles.pop}>
          <SearchInput label="Find a column" placeholder="Find a column" value={text} onChange={setText} />
          <ul className={styles.list}>
            {found.map((column) => (
              <li key={column.id}>
                <label htmlFor={`${id}-${column.id}`}>
                  <Checkbox
                    id={`${id}-${column.id}`}
                    checked={shown.has(column.id)}
                    onChange={() => toggle(column.id)}
                  />
                  <span className="nw">{column.label}</span>
                  {column.help && <span className={styles.help}>{column.help}</span>}
                </label>
              </li>
            ))}
            {found.length === 0 && <li className={styles.none}>No column is called so.</li>}
          </ul>
          <div className={styles.foot}>
            <button type="button" className="link s13" onClick={() => onChange(null)}>
              Reset
            </button>
            <Button variant="ink" size="sm" onClick={() => setOpen(false)}>
              Done
            </Button>
          </div>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
