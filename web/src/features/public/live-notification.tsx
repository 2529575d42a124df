import { type ComponentType, useEffect, useRef, useState } from 'react';
import type { ExampleProps } from './example-notification';
import { drawing } from './live-block';

/**
 * An example of a notification. A pre-rendered page holds it as it is; like the code of blocks, what draws it is loaded only
 * when it has to be drawn anew.
 */
export function LiveNotification({ system, turn, scheme = 'light' }: ExampleProps) {
  const [Card, setCard] = useState<ComponentType<ExampleProps> | null>(null);
  const host = useRef<HTMLDivElement>(null);
  const takenOver = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: any change is drawn anew
  useEffect(() => {
    const stands = !takenOver.current && host.current?.firstElementChild;
    takenOver.current = true;
    if (stands) return;
    let wanted = true;
    void import('./example-notification').then(({ ExampleNotification }) => {
      if (wanted) setCard(() => ExampleNotification);
    });
    return () => {
      wanted = false;
    };
  }, [system, turn, scheme]);
  const example = { system, turn, scheme };
  if (Card) return <Card {...example} />;
  return (
    <div
      ref={host}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own component, whose texts are text nodes
      dangerouslySetInnerHTML={{ __html: drawing.notification?.(example) ?? '' }}
    />
  );
}
