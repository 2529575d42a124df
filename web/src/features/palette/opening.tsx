import { lazy, Suspense, useState } from 'react';
import { takeFocus } from '~/ui/focus';
import type { PaletteProps } from './palette';

const Palette = lazy(() => import('./palette').then((module) => ({ default: module.Palette })));

/** The palette, whose code comes with the first opening: what is typed until then is taken for it, Enter too. */
export function OpeningPalette(props: Omit<PaletteProps, 'initial'>) {
  const [initial, setInitial] = useState({ text: '', isEntered: false });
  return (
    <Suspense
      fallback={
        <input
          ref={takeFocus}
          className="vh"
          aria-label="Search or jump to"
          value={initial.text}
          onChange={(event) => setInitial({ text: event.target.value, isEntered: false })}
          onKeyDown={({ key, nativeEvent }) => {
            if (key === 'Escape') props.onClose();
            if (key === 'Enter' && !nativeEvent.isComposing) setInitial({ ...initial, isEntered: true });
          }}
        />
      }
    >
      <Palette {...props} initial={initial} />
    </Suspense>
  );
}
