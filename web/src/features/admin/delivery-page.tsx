import { NumberInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { errorText } from '~/api/problem';
import {
  dataOf,
  explainUserAdMutation,
  getUserAdDeliveryOptions,
  getUserCampaignDeliveryOptions,
  listCountriesOptions,
} from '~/api/queries';
import { BROWSER_LABELS, Browser, DEVICE_TYPE_LABELS, DeviceType } from '~/api/words';
import { given, wordOf } from '~/lib/list';
import { Button } from '~/ui/button';
import { OneField } from '~/ui/choices';
import { Segmented } from '~/ui/controls';
import { Note } from '~/ui/note';
import { DELIVERY_EVERY_MS, DeliveryPanel } from '../campaigns/delivery';
import { PageHead } from '../frame/page-head';
import styles from './admin.module.css';
import { HeldBackCampaigns } from './held-back';
import { HoldCampaign } from './hold-campaign';

const route = getRouteApi('/_cabinet/admin/delivery');

/** What is asked about. */
type Kind = 'campaign' | 'ad';

/** Who asks for the ad: what is not known is null. */
interface Visitor {
  country: string | null;
  device: string | null;
  browser: string | null;
}

const NOBODY: Visitor = { country: null, device: null, browser: null };

const wordsOf = (labels: Readonly<Record<number, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

const numberOf = (typed: string | number): number | undefined => (Number(typed) >= 1 ? Number(typed) : undefined);

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

/** The same of an ad, and at which step it falls out of a request to a block. */
function AdDelivery({ id }: { id: number }) {
  const { data, error } = useQuery({
    ...getUserAdDeliveryOptions({ path: { id } }),
    select: dataOf,
    refetchInterval: DELIVERY_EVERY_MS,
  });
  const [block, setBlock] = useState<string | number>('');
  const [visitor, setVisitor] = useState<Visitor>(NOBODY);
  const countries = useQuery({ ...listCountriesOptions(), select: dataOf }).data;
  const explain = useMutation(explainUserAdMutation());
  if (error) return <Note tone="warn">{errorText(error)}</Note>;
  return (
    <>
      <DeliveryPanel delivery={data} failed={false} mend={() => undefined} />
      <form
        className={styles.ask}
        // The answer is that to what was asked.
        onChange={explain.reset}
        onSubmit={(event) => {
          event.preventDefault();
          const { country, device, browser } = visitor;
          explain.mutate({
            path: { id },
            body: {
              block_id: numberOf(block),
              ...given({
                country: country ?? undefined,
                device_type: wordOf(DeviceType, Number(device)),
                browser: wordOf(Browser, Number(browser)),
              }),
            },
          });
        }}
      >
        <NumberInput
          label="Number of a block"
          description="What is left open below is not known of the visitor."
          min={1}
          allowDecimal={false}
          hideControls
          required
          value={block}
          onChange={setBlock}
        />
        <OneField
          label="Visitor's country"
          empty="Not known"
          clear="No country"
          searchable
          data={(countries ?? []).map(({ code, name }) => ({ value: code, label: name }))}
          value={visitor.country}
          onChange={(country) => setVisitor((before) => ({ ...before, country }))}
        />
        <OneField
          label="Device"
          empty="Not known"
          clear="No device"
          data={wordsOf(DEVICE_TYPE_LABELS)}
          value={visitor.device}
          onChange={(device) => setVisitor((before) => ({ ...before, device }))}
        />
        <OneField
          label="Browser"
          empty="Not known"
          clear="No browser"
          data={wordsOf(BROWSER_LABELS)}
          value={visitor.browser}
          onChange={(browser) => setVisitor((before) => ({ ...before, browser }))}
        />
        <Button type="submit" disabled={explain.isPending}>
          Why not there?
        </Button>
      </form>
      <div role="status">
        {explain.isError && <Note tone="warn">{errorText(explain.error)}</Note>}
        {explain.data && <Note tone="info">{`${explain.data.data.name}: ${explain.data.data.text}`}</Note>}
      </div>
    </>
  );
}

/** What is asked about: what the address says, until somebody types another number. */
function AskForm({ campaign, ad }: { campaign: number | undefined; ad: number | undefined }) {
  const navigate = route.useNavigate();
  const [kind, setKind] = useState<Kind>(ad ? 'ad' : 'campaign');
  const [typed, setTyped] = useState<string | number>(ad ?? campaign ?? '');
  return (
    <form
      className={styles.ask}
      onSubmit={(event) => {
        event.preventDefault();
        const id = numberOf(typed);
        void navigate({ search: kind === 'ad' ? { ad_id: id } : { campaign_id: id } });
      }}
    >
      <Segmented<Kind>
        label="What is asked about"
        value={kind}
        onChange={setKind}
        options={[
          { value: 'campaign', label: 'Campaign' },
          { value: 'ad', label: 'Ad' },
        ]}
      />
      <NumberInput
        label="Its number"
        min={1}
        allowDecimal={false}
        hideControls
        required
        value={typed}
        onChange={setTyped}
      />
      <Button type="submit" variant="accent">
        What stops it?
      </Button>
    </form>
  );
}

/** Staff ask what stops somebody's campaign or ad, without being in their cabinet. */
export function DeliveryPage() {
  const { campaign_id: campaign, ad_id: ad } = route.useSearch();
  return (
    <>
      <PageHead />
      <AskForm key={`${campaign}.${ad}`} campaign={campaign} ad={ad} />
      {!campaign && !ad && (
        <Note tone="info">
          The number stands in lists and in addresses. What you read is what its owner reads on the page of the campaign
          or ad. A campaign can be paused or declined here, too.
        </Note>
      )}
      {(ad || campaign) && <h2 className={styles.h2}>{ad ? `Ad ${ad}` : `Campaign ${campaign}`}</h2>}
      {ad ? <AdDelivery key={ad} id={ad} /> : campaign && <CampaignDelivery key={campaign} id={campaign} />}
      {!campaign && !ad && <HeldBackCampaigns />}
    </>
  );
}
