import { IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { cx } from '~/ui/classes';
import { stay } from '~/ui/controls';
import { takeFocus } from '~/ui/focus';
import { onceAsked } from '~/ui/late';
import { toastNotOpened } from '~/ui/late-dialog';
import { Kbd } from '~/ui/marks';
import type { PaletteProps } from './palette';
import styles from './palette.module.css';

/** The code once it came, for every opening after that. One that failed is not kept: the next opening asks anew. */
let loaded: typeof import('./palette') | null = null;

/** The palette, whose code comes with the first opening: what is typed until then is taken for it, Enter too. */
export function OpeningPalette(props: Omit<PaletteProps, 'initial'>) {
  const { onClose } = props;
  const [code, setCode] = useState(loaded);
  const [initial, setInitial] = useState({ text: '', isEntered: false });
  useEffect(() => {
    if (code) return;
    let isGone = false;
    onceAsked(() => import('./palette')).then(
      (module) => {
        loaded = module;
        if (!isGone) setCode(module);
      },
      () => {
        if (isGone) return;
        toastNotOpened('The search');
        onClose();
      },
    );
    return () => {
      isGone = true;
    };
  }, [code, onClose]);
  if (code) return <code.Palette {...props} initial={initial} />;
  return (
    // What is pressed beside the field leaves the focus in it, which would close the box.
    <label className={cx(styles.box, styles.opening)} onMouseDown={stay}>
      <IconSearch size={18} stroke={1.6} aria-hidden />
      <input
        ref={takeFocus}
        aria-label="Search or jump to"
        placeholder="Name, id or page"
        value={initial.text}
        onMouseDown={(event) => event.stopPropagation()}
        onChange={(event) => setInitial({ text: event.target.value, isEntered: false })}
        onBlur={({ currentTarget }) => {
          // With the window it goes as well, and comes back to it.
          if (document.activeElement !== currentTarget) onClose();
        }}
        onKeyDown={({ key, nativeEvent }) => {
          // It ends or changes what an input method composes.
          if (nativeEvent.isComposing) return;
          if (key === 'Escape') onClose();
          if (key === 'Enter') setInitial({ ...initial, isEntered: true });
        }}
      />
      <Kbd>Esc</Kbd>
    </label>
  );
}
