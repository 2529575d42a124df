import { IconCopy } from '@tabler/icons-react';
import { type FetchQueryOptions, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useRef, useState } from 'react';
import { Button } from '~/ui/button';
import { late } from '~/ui/late';
import type { CopyWhat, TakeCopy } from './copy-list';

// Few forms are filled from something else: the list comes when it is asked for.
const CopyList = late(() => import('./copy-list'));

/** Fills a form from something that is there already, which `take` asks for and puts in. */
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

/**
 * Fills a form from something as it is now: `ask` is the question for it, by its number or by its outer name where it has one. `ready`
 * changes what a new one cannot have, and `take` puts it in.
 */
export function FillFrom<Thing, Fault, Key extends QueryKey>({
  what,
  ask,
  ready,
  take,
}: {
  what: CopyWhat;
  ask(id: number, uuid: string): FetchQueryOptions<{ data: Thing }, Fault, { data: Thing }, Key>;
  ready?(thing: Thing): Promise<Thing>;
  take(thing: Thing): unknown;
}) {
  const client = useQueryClient();
  // What stands in the form may be other when the answer comes than when it was asked for.
  const latest = useRef(take);
  useEffect(() => {
    latest.current = take;
  });
  const fill = async (id: number, uuid: string) => {
    const { data } = await client.fetchQuery({ ...ask(id, uuid), staleTime: 0 });
    const thing = ready ? await ready(data) : data;
    return () => latest.current(thing);
  };
  return <CopyFrom what={what} take={fill} />;
}
