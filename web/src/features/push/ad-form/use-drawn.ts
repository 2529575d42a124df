import { useEffect, useRef, useState } from 'react';
import { drawCut, type Shape } from '../../ads/pictures/picture';
import type { PictureValues } from './push-ad-values';

/** A picture as people will see it: the fresh cut before the saved one. */
export function useDrawn({ picture, cut, saved }: PictureValues, { width, height }: Shape): string | null {
  const [drawn, setDrawn] = useState<string | null>(null);
  const key = cut && `${cut.x},${cut.y},${cut.width},${cut.height}`;
  const latest = useRef(cut);
  latest.current = cut;
  useEffect(() => {
    if (!picture || key === null || !latest.current) return;
    let stale = false;
    drawCut(picture, latest.current, width, height).then(
      (url) => !stale && setDrawn(url),
      () => undefined,
    );
    return () => {
      stale = true;
    };
  }, [picture, key, width, height]);
  return picture ? drawn : saved;
}
