import { IconPencil, IconPlus } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import type { NetworkOffer } from '~/api/sdk';
import { useUser } from '~/app/queries';
import { isGod } from '~/lib/roles';
import { Button } from '~/ui/button';
import { PageHead } from '../frame/page-head';
import { ListPart } from '../list/list-view';
import type { ListSpec } from '../list/spec';
import { useShowAll } from '../list/use-show-all';
import { OfferForm } from './offer-form';
import { OFFERS } from './offers-list';

/** Offers of the network, which trusted advertisers promote: god makes and closes them. */
export function OffersPage() {
  const asGod = isGod(useUser());
  const showAll = useShowAll(OFFERS);
  /** The offer that is changed; `new` for one that is made. */
  const [editing, setEditing] = useState<NetworkOffer | 'new' | null>(null);
  const spec = useMemo<ListSpec<NetworkOffer>>(
    () =>
      asGod
        ? {
            ...OFFERS,
            actions: [{ label: 'Change', icon: IconPencil, only: 'row', open: ([offer]) => setEditing(offer ?? null) }],
          }
        : OFFERS,
    [asGod],
  );
  return (
    <>
      <PageHead
        actions={
          asGod && (
            <Button variant="accent" onClick={() => setEditing('new')}>
              <IconPlus size={16} aria-hidden />
              New offer
            </Button>
          )
        }
      />
      {editing && (
        <OfferForm
          key={editing === 'new' ? editing : editing.id}
          offer={editing === 'new' ? undefined : editing}
          onMade={showAll}
          onClose={() => setEditing(null)}
        />
      )}
      <ListPart spec={spec} />
    </>
  );
}
