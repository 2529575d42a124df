import { IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { cx } from '~/ui/classes';
import { stay } from '~/ui/controls';
import { takeFocus } from '~/ui/focus';
import { Kbd } from '~/ui/marks';
import { toastError } from '~/ui/toast';
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
    import('./palette').then(
      (module) => {
        loaded = module;
        if (!isGone) setCode(module);
      },
      () => {
        if (isGone) return;
        // A browser may keep that a part could not be had until the page is loaded again.
        const detail = 'Check the connection and try again, or load the page again.';
        toastError('The search could not be opened', undefined, { id: 'palette', detail });
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
