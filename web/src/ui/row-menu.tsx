import { Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import { Button } from './button';
import { CLOSED_MS, focusOn, isNowhere } from './focus';

/** A line of a row's menu. A string makes a divider of its own name. */
export interface RowAction {
  label: string;
  icon?: ReactNode;
  bad?: boolean;
  disabled?: boolean;
  onClick(): void;
}

/** The menu at the end of a row; null and false entries are left out, `'-'` divides; without entries there is none. */
export function RowMenu({ name, actions }: { name: string; actions: readonly (RowAction | '-' | null | false)[] }) {
  const shown = actions.filter((action) => action !== null && action !== false);
  const opener = useRef<HTMLButtonElement>(null);
  const [isChosen, setChosen] = useState(false);
  const choose = ({ onClick }: RowAction) => {
    setChosen(true);
    // Its row may be gone before the menu is.
    focusOn(opener.current);
    onClick();
    setTimeout(() => {
      const now = document.activeElement;
      if (isNowhere(now) || now?.closest('[role="menu"]')) focusOn(opener.current);
    }, CLOSED_MS);
  };
  if (shown.length === 0) return null;
  return (
    // The menu would take the focus back from the form that its line has opened.
    <Menu width={220} returnFocus={!isChosen} onOpen={() => setChosen(false)}>
      <Menu.Target>
        <Button ref={opener} variant="ghost" size="sm" icon aria-label={`More for ${name}`}>
          <IconDots size={16} aria-hidden />
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {shown.map((action, index) =>
          action === '-' ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: dividers have no other name
            <Menu.Divider key={`divider-${index}`} />
          ) : (
            <Menu.Item
              key={action.label}
              leftSection={action.icon}
              disabled={action.disabled ?? false}
              style={action.bad ? { color: 'var(--bad-text)' } : undefined}
              onClick={() => choose(action)}
            >
              {action.label}
            </Menu.Item>
          ),
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
