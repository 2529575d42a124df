import { Menu } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Button } from '~/ui/button';

/** A macro of landing pages. */
interface Macro {
  id: number;
  /** With its braces. */
  name: string;
  label: string;
}

/** Adds a macro to the landing page's address. */
export function MacroMenu({ macros, onPick }: { macros: readonly Macro[]; onPick(name: string): void }) {
  return (
    <Menu width={320} position="bottom-end">
      <Menu.Target>
        <Button size="sm" disabled={macros.length === 0}>
          <IconPlus size={14} aria-hidden />
          Macro
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
        {macros.map((macro) => {
          const name = macro.name.replace(/^\{|\}$/g, '');
          return (
            <Menu.Item key={macro.id} onClick={() => onPick(name)}>
              <span className="mono">{`{${name}}`}</span>
              <br />
              <span className="s12 t2">{macro.label}</span>
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
