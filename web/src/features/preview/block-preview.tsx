import { useEffect, useRef } from 'react';
import { type Block, drawBlock } from './draw';

export { templateDefaults } from './draw';

/** A block drawn by the code of the tag, at the width that its place gives it. Clicks lead nowhere. */
export function BlockPreview({ label, template, config, styles, ads }: Block & { label: string }) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (host.current) drawBlock(host.current, { template, config, styles, ads });
  }, [template, config, styles, ads]);
  return <div ref={host} role="img" aria-label={label} />;
}
