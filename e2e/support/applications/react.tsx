/** An application of React: the code of docs/integrate.md, with buttons. */
import { createElement as h, StrictMode, useEffect, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { placard } from './queue.ts';

function Ad({ block }: { block: number }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = place.current;
    placard.cmd.push(({ load }) => load(element));
    return () => placard.cmd.push(({ destroy }) => destroy(element));
  }, [block]);
  return h('div', { ref: place, 'data-placard': block });
}

function Application() {
  const [isShown, show] = useState(false);
  const [block, setBlock] = useState(1);
  const button = (name: string, onClick: () => void) => h('button', { type: 'button', onClick }, name);
  return h(
    'main',
    null,
    button('Show', () => show(true)),
    button('Hide', () => show(false)),
    button('Next', () => setBlock(2)),
    button('Reload', () => placard.cmd.push(({ reload }) => reload())),
    isShown && h(Ad, { block }),
  );
}

createRoot(document.body.appendChild(document.createElement('div'))).render(h(StrictMode, null, h(Application)));
