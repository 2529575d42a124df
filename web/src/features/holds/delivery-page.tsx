import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type ComponentType, useState } from 'react';
import { errorText } from '~/api/problem';
import {
  dataOf,
  explainUserAdMutation,
  getUserAdDeliveryOptions,
  getUserAdGroupDeliveryOptions,
  getUserCampaignDeliveryOptions,
} from '~/api/queries';
import { choicesOf } from '~/ui/choices';
import { Segmented } from '~/ui/controls';
import { Note } from '~/ui/note';
import { DELIVERY_EVERY_MS, DeliveryPanel } from '../campaigns/delivery/delivery';
import { ExplainForm } from '../campaigns/delivery/explain-form';
import { PageHead } from '../frame/page-head';
import { AskNumber } from './ask-number';
import { HeldBackCampaigns } from './held-back';
import { HoldCampaign } from './hold-campaign';

const route = getRouteApi('/_cabinet/admin/delivery');

/** What is asked about. */
type Kind = 'campaign' | 'group' | 'ad';

const NAMES: Record<Kind, string> = { campaign: 'Campaign', group: 'Group', ad: 'Ad' };
const KINDS = choicesOf(NAMES);

/** Whether somebody's campaign delivers, as its owner reads it, and whether staff hold it. */
function CampaignDelivery({ id }: { id: number }) {
  const { data, error } = useQuery({
    ...getUserCampaignDeliveryOptions({ path: { id } }),
    select: dataOf,
    refetchInterval: DELIVERY_EVERY_MS,
  });
  // What was told before may no longer hold.
  if (error) return <Note tone="warn">{errorText(error)}</Note>;
  return (
    <>
      <HoldCampaign id={id} />
      <DeliveryPanel delivery={data} failed={false} mend={() => undefined} />
    </>
  );
}

/** The same of a group. */
function GroupDelivery({ id }: { id: number }) {
  const { data, error } = useQuery({
    ...getUserAdGroupDeliveryOptions({ path: { id } }),
    select: dataOf,
    refetchInterval: DELIVERY_EVERY_MS,
  });
  if (error) return <Note tone="warn">{errorText(error)}</Note>;
  return <DeliveryPanel delivery={data} failed={false} mend={() => undefined} />;
}

/** The same of an ad, and at which step it falls out of a request that was kept, or is described. */
function AdDelivery({ id }: { id: number }) {
  const { data, error } = useQuery({
    ...getUserAdDeliveryOptions({ path: { id } }),
    select: dataOf,
    refetchInterval: DELIVERY_EVERY_MS,
  });
  if (error) return <Note tone="warn">{errorText(error)}</Note>;
  return (
    <>
      <DeliveryPanel delivery={data} failed={false} ad={id} explain={explainUserAdMutation} mend={() => undefined} />
      <ExplainForm ad={id} explain={explainUserAdMutation} />
    </>
  );
}

/** What the address says is asked about. */
interface Thing {
  kind: Kind;
  id: number;
}

/** What is asked about: what the address says, until somebody types another number. */
function AskThing({ thing }: { thing: Thing | undefined }) {
  const navigate = route.useNavigate();
  const [kind, setKind] = useState<Kind>(thing?.kind ?? 'campaign');
  const of = `${thing?.kind}.${thing?.id}`;
  const [shown, setShown] = useState(of);
  if (shown !== of) {
    setShown(of);
    setKind(thing?.kind ?? 'campaign');
  }
  return (
    <AskNumber
      asked={thing?.id}
      label="Its number"
      action="What stops it?"
      onAsk={(id) => void navigate({ search: { [`${kind}_id`]: id } })}
    >
      <Segmented<Kind> label="What is asked about" value={kind} onChange={setKind} options={KINDS} />
    </AskNumber>
  );
}

const PARTS: Record<Kind, ComponentType<{ id: number }>> = {
  campaign: CampaignDelivery,
  group: GroupDelivery,
  ad: AdDelivery,
};

/** Staff ask what stops somebody's campaign, group or ad, without being in their cabinet. */
export function DeliveryPage() {
  const search = route.useSearch();
  const kind = (['ad', 'group', 'campaign'] as const).find((one) => search[`${one}_id`]);
  const id = kind && search[`${kind}_id`];
  const thing = kind && id ? { kind, id } : undefined;
  const Part = kind && PARTS[kind];
  return (
    <>
      <PageHead />
      <AskThing thing={thing} />
      {!thing && (
        <Note tone="info">
          The number stands in lists and in addresses. What you read is what its owner reads on the page of the
          campaign, group or ad. A campaign can be paused or declined here, too.
        </Note>
      )}
      {thing && <h2 className="h2">{`${NAMES[thing.kind]} ${thing.id}`}</h2>}
      {thing && Part && <Part key={thing.id} id={thing.id} />}
      {!thing && <HeldBackCampaigns />}
    </>
  );
}
