import { IconCopy } from '@tabler/icons-react';
import { type FetchQueryOptions, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { Button } from '~/ui/button';
import { late } from '~/ui/late';
import type { CopyWhat, TakeCopy } from './copy-list';

// Few forms are filled from something else: the list comes when it is asked for.
const CopyList = late(() => import('./copy-list'));

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

/** Fills a form from something as it is now: `ask` is the question for it, by its number or by its outer name where it has one. */
export function FillFrom<Thing, Fault, Key extends QueryKey>({
  what,
  ask,
  take,
}: {
  what: CopyWhat;
  ask(id: number, uuid: string): FetchQueryOptions<{ data: Thing }, Fault, { data: Thing }, Key>;
  take(thing: Thing): unknown;
}) {
  const client = useQueryClient();
  const fill = async (id: number, uuid: string) => {
    await take((await client.fetchQuery({ ...ask(id, uuid), staleTime: 0 })).data);
  };
  return <CopyFrom what={what} take={fill} />;
}
