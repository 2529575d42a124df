import { useQuery } from '@tanstack/react-query';
import { getPushAdOptions } from '~/api/queries';
import type { PushAd, PushCampaign } from '~/api/sdk';
import { CampaignStatus } from '~/api/words';
import { useUnit, useUser } from '~/app/queries';
import { formatPrice } from '~/lib/format';
import { paths } from '~/lib/paths';
import { FormSection } from '~/ui/form';
import { Note } from '~/ui/note';
import { isUnsent, sendWords, tellSaved } from '../../ads/drafts';
import type { Shape } from '../../ads/pictures/picture';
import { RejectedNote } from '../../ads/rejected/rejected-note';
import { heldWhy } from '../../campaigns/api';
import { FillFrom } from '../../copy-from/copy-from';
import { FormPage } from '../../form/parts';
import { useForm } from '../../form/use-form';
import { useNavigateHere } from '../../form/use-navigate-here';
import { useIpFeature } from '../../targeting/ip-feature';
import { pushSettingsQuery } from '../api';
import { PushCost, PushReach } from '../campaign/push-reach';
import { isHigh, notMeant, wantsHighBid } from '../high-bid';
import { Previews } from '../notification/previews';
import { pushReachBody, pushValues } from '../push-values';
import { LandingFields, MessageFields, PictureFields } from './push-ad-fields';
import {
  ICON_SHAPES,
  IMAGE_SHAPES,
  notificationOf,
  pushAdBody,
  pushAdChecklist,
  pushAdFields,
  pushAdHint,
  pushAdValues,
  USUAL_BOUNDS,
} from './push-ad-values';
import { useDrawn } from './use-drawn';
import { usePushAdSend } from './use-push-ad-send';

/** The form of a push ad with previews: a new one of a campaign, a copy, or the one given. */
export function PushAdForm({ campaign, ad, copyOf }: { campaign: PushCampaign; ad?: PushAd; copyOf?: PushAd }) {
  const unit = useUnit();
  const isTrusted = useUser()?.is_trusted ?? false;
  const navigate = useNavigateHere();
  const known = useQuery(pushSettingsQuery).data;
  const bounds = known ?? USUAL_BOUNDS;
  const send = usePushAdSend();
  const form = useForm({
    item: ad,
    ...pushAdFields(unit, bounds, copyOf),
    send: async (values, held, how) => {
      const bid = Number(values.bid);
      // One that stands already was asked about.
      const asks = bid !== held?.bid;
      if (asks && !(await wantsHighBid(bid, unit, known))) throw notMeant();
      return send(pushAdBody(values, { held, campaign: campaign.uuid, confirmed: isHigh(bid, bounds), how }), held);
    },
    saved: (after) => {
      tellSaved('Push ad', ad, after.is_draft, after.status_id === CampaignStatus.Moderation);
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
      {...sendWords(ad, isTrusted)}
      hint={pushAdHint(isTrusted, !isUnsent(ad))}
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
      {ad?.is_rejected && <RejectedNote reasons={ad.reasons} comment={ad.comment} />}
      {ad?.is_locked && (
        <Note tone="info">A moderator has it open. What they look at cannot be changed for some minutes.</Note>
      )}
      <FormSection
        id="message"
        title="Message"
        actions={
          !ad && (
            <FillFrom
              what="push ad"
              ask={(_id, uuid) => getPushAdOptions({ path: { uuid } })}
              take={(from) => form.patch(pushAdValues(from, 'copy'))}
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
