import { Popover } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import { Button } from '~/ui/button';
import { focusOn } from '~/ui/focus';

/** A button of a list's tools with what opens below it. `leave` closes that for a dialog, which comes with `then`. */
export function Tool({
  label,
  icon: Icon,
  children,
}: {
  label: string;
  icon: Icon;
  children(way: { leave(then?: () => void): void; hold(isHeld: boolean): void }): ReactNode;
}) {
  const opener = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const [isHeld, hold] = useState(false);
  const leave = (then?: () => void) => {
    // A dialog gives the focus back to where it was when it opened.
    focusOn(opener.current);
    setOpen(false);
    then?.();
  };
  return (
    <Popover
      opened={open}
      onChange={setOpen}
      position="bottom-end"
      width={300}
      trapFocus
      withinPortal
      returnFocus
      closeOnClickOutside={!isHeld}
    >
      <Popover.Target>
        <Button ref={opener} size="tool" aria-haspopup="dialog" aria-expanded={open} onClick={() => setOpen(!open)}>
          <Icon size={14} stroke={2} aria-hidden />
          {label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label={label}>
        {children({ leave, hold })}
      </Popover.Dropdown>
    </Popover>
  );
}
