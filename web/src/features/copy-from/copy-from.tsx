import { IconCopy } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '~/ui/button';
import type { CopyWhat, TakeCopy } from './copy-list';

// Few forms are filled from something else: the list comes when it is asked for.
const CopyList = lazy(() => import('./copy-list'));

/** Fills a form from something that is there already. `take` puts it in. */
export function CopyFrom({ what, take }: { what: CopyWhat; take: TakeCopy }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <IconCopy size={16} aria-hidden />
        Copy from
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <CopyList what={what} take={take} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
