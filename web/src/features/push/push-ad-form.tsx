import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { multipart } from '~/api/multipart';
import { createPushAdMutation, getPushAdOptions, updatePushAdMutation } from '~/api/queries';
import type { PushAd, PushCampaign } from '~/api/sdk';
import { CampaignStatus } from '~/api/words';
import { useUnit, useUser } from '~/app/queries';
import { formatPrice } from '~/lib/format';
import { paths } from '~/lib/paths';
import { FormSection } from '~/ui/form';
import { Note } from '~/ui/note';
import { toast } from '~/ui/toast';
import { drawCut, type Shape } from '../ads/picture';
import { heldWhy } from '../campaigns/api';
import { CopyFrom } from '../copy-from/copy-from';
import { FormPage } from '../form/parts';
import { useForm } from '../form/use-form';
import { useSend } from '../form/use-send';
import { useIpFeature } from '../targeting/ip-feature';
import { pushSettingsQuery } from './api';
import { isHigh, notMeant, wantsHighBid } from './high-bid';
import { Previews } from './previews';
import { LandingFields, MessageFields, PictureFields } from './push-ad-fields';
import {
  ICON_SHAPES,
  IMAGE_SHAPES,
  notificationOf,
  type PictureValues,
  pushAdBody,
  pushAdChecklist,
  pushAdFields,
  pushAdValues,
  USUAL_BOUNDS,
} from './push-ad-values';
import { PushCost, PushReach } from './push-reach';
import { pushReachBody, pushValues } from './push-values';

/** A body as the call takes it: no buttons are an empty part, for a missing one means the usual two. */
function asMultipart(body: unknown): FormData {
  const form = multipart(body);
  const { buttons } = body as { buttons?: unknown[] };
  if (buttons?.length === 0) form.append('buttons', '');
  return form;
}

/** A picture as people will see it: the fresh cut before the saved one. */
function useDrawn({ picture, cut, saved }: PictureValues, { width, height }: Shape): string | null {
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

/** The form of a push ad with previews: a new one of a campaign, a copy, or the one given. */
export function PushAdForm({ campaign, ad, copyOf }: { campaign: PushCampaign; ad?: PushAd; copyOf?: PushAd }) {
  const unit = useUnit();
  const isTrusted = useUser()?.is_trusted ?? false;
  const navigate = useNavigate();
  const known = useQuery(pushSettingsQuery).data;
  const bounds = known ?? USUAL_BOUNDS;
  const create = useSend(createPushAdMutation({ bodySerializer: asMultipart }));
  const update = useSend(updatePushAdMutation({ bodySerializer: asMultipart }));
  const client = useQueryClient();
  const form = useForm({
    item: ad,
    ...pushAdFields(unit, bounds, copyOf),
    send: async (values, held) => {
      const bid = Number(values.bid);
      // One that stands already was asked about.
      const asks = bid !== held?.bid;
      if (asks && !(await wantsHighBid(bid, unit, known))) throw notMeant();
      const sent = pushAdBody(values, {
        held,
        campaign: campaign.uuid,
        confirmed: isHigh(bid, bounds),
      });
      return held ? update({ path: { uuid: held.uuid }, body: sent }) : create({ body: sent });
    },
    saved: ({ status_id: status }) => {
      toast(ad ? 'Push ad saved' : 'Push ad created', {
        detail: status === CampaignStatus.Moderation ? 'It waits for a moderator.' : undefined,
      });
      return navigate(paths.pushMedias(campaign.uuid));
    },
  });
  const { values } = form;
  const audience = pushReachBody(pushValues(campaign), useIpFeature(), campaign);
  const heldNote = heldWhy(campaign).why;
  const [icon, image] = [
    useDrawn(values.icon, ICON_SHAPES[0] as Shape),
    useDrawn(values.image, IMAGE_SHAPES[0] as Shape),
  ];
  return (
    <FormPage
      form={form}
      submit={ad ? 'Save' : isTrusted ? 'Create the ad' : 'Send to moderation'}
      hint={
        isTrusted
          ? 'Nobody has to read it first. It starts by itself, while its campaign runs.'
          : ad
            ? 'What people see of it is read by a person again where it changes. Another bid is in force at once.'
            : 'A person reads it. It starts by itself after that, while its campaign runs.'
      }
      preview={<Previews notification={notificationOf(values, { icon, image })} />}
      checklist={pushAdChecklist(values, bounds)}
      facts={[
        ['Campaign', campaign.name],
        ['Price of a valid click', values.bid === '' ? '–' : formatPrice(Number(values.bid), unit)],
        ['Subscribers it fits', <PushReach key="reach" audience={audience} />],
        [
          'Cost a day, about',
          values.bid === '' ? (
            '–'
          ) : (
            <PushCost key="cost" campaign={campaign} audience={audience} bid={Number(values.bid)} />
          ),
        ],
      ]}
    >
      {heldNote && <Note tone="warn">{heldNote}</Note>}
      {ad?.is_rejected && (
        <Note tone="bad">
          Rejected: {ad.reasons.map((reason) => reason.text).join(', ')}
          {ad.comment ? `. ${ad.comment}` : ''}. Change it and send it again.
        </Note>
      )}
      {ad?.is_locked && (
        <Note tone="info">A moderator has it open. What they look at cannot be changed for some minutes.</Note>
      )}
      <FormSection
        id="message"
        title="Message"
        actions={
          !ad && (
            <CopyFrom
              what="push ad"
              take={async (_id, uuid) => {
                const { data } = await client.fetchQuery({ ...getPushAdOptions({ path: { uuid } }), staleTime: 0 });
                form.patch(pushAdValues(data, 'copy'));
              }}
            />
          )
        }
      >
        <MessageFields form={form} bounds={bounds} />
      </FormSection>
      <PictureFields form={form} />
      <LandingFields form={form} bounds={bounds} ad={ad} />
    </FormPage>
  );
}
