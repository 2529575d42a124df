import { useState } from 'react';
import { createAdMutation, getAdOptions, updateAdMutation } from '~/api/queries';
import type { Ad, AdGroup, Campaign } from '~/api/sdk';
import { AdStatus } from '~/api/words';
import { useUnit, useUser } from '~/app/queries';
import { paths } from '~/lib/paths';
import { CheckChoices, FieldError, FormSection } from '~/ui/form';
import { GroupGuide } from '../../campaigns/reach/bid-guide';
import { FillFrom } from '../../copy-from/copy-from';
import { FormPage } from '../../form/parts';
import { useForm } from '../../form/use-form';
import { useNavigateHere } from '../../form/use-navigate-here';
import { useSend } from '../../form/use-send';
import { useBidDecimals } from '../../targeting/lists';
import { type AdKind, adBody, adChecklist, adFields, adHint, adValues, bidText, FORMATS, guideOf } from '../ad-values';
import { isUnsent, sendWords, tellSaved } from '../drafts';
import { PictureField } from '../pictures/picture-field';
import { RejectedNote } from '../rejected/rejected-note';
import { BidFields, CapFields, LandingFields, WordFields } from './ad-fields';
import { AdPreviews } from './ad-previews';

/** Whether a person reads an ad next: also after its landing page was looked at. */
const isRead = (status: number) => status === AdStatus.Waiting || status === AdStatus.Processed;

/** The form of a universal ad with live previews: a new one of a group, or the one given. */
export function AdForm({
  campaign,
  group,
  ad,
  kind,
}: {
  campaign: Campaign;
  group: AdGroup;
  ad?: Ad;
  /** A new one of one kind, with the fields of that kind alone. */
  kind?: AdKind;
}) {
  const unit = useUnit();
  const navigate = useNavigateHere();
  const create = useSend(createAdMutation());
  const update = useSend(updateAdMutation());
  const user = useUser();
  const isTrusted = user?.is_trusted ?? false;
  const present = user?.default_bid;
  // Another one that comes meanwhile would change what was typed over.
  const [usualBid] = useState<number | ''>(present ?? '');
  const format = group.ad_format_type_id ?? campaign.ad_format_type_id;
  const form = useForm({
    item: ad,
    ...adFields(unit, usualBid, useBidDecimals(), kind?.formats ?? (format ? [format] : undefined)),
    send: async (values, held, how) => {
      const body = adBody(values, held, how);
      return held ? update({ path: { id: held.id }, body }) : create({ path: { group_id: group.id }, body });
    },
    saved: (after) => {
      tellSaved('Ad', ad, after.is_draft, isRead(after.status_id));
      return navigate(paths.medias(campaign.id, group.id));
    },
  });
  const { values, errors } = form;
  const price = values.bidMode === 'all' ? bidText(values.bid, unit) : `By country, ${values.bids.length}`;
  return (
    <FormPage
      form={form}
      {...sendWords(ad, isTrusted)}
      hint={adHint(isTrusted, !isUnsent(ad), group.auto_start_ads)}
      preview={<AdPreviews values={values} />}
      checklist={adChecklist(values)}
      facts={[
        ['Campaign', campaign.name],
        ['Group', group.name],
        ['Price of a valid click', price],
      ]}
    >
      {ad?.status_id === AdStatus.Rejected && <RejectedNote reasons={ad.ban_reasons} comment={ad.ban_comment} />}
      {!ad && (
        <div className="row" style={{ justifyContent: 'flex-end', paddingBottom: 16 }}>
          <FillFrom
            what="ad"
            ask={(id) => getAdOptions({ path: { id } })}
            take={(from) =>
              form.patch({ ...adValues(from, usualBid), ...(kind ? { formats: [...kind.formats] } : {}) })
            }
          />
        </div>
      )}
      <LandingFields form={form} ad={ad} />
      <WordFields form={form} />
      <FormSection id="picture" title={kind?.picture ?? 'Picture'}>
        <PictureField
          picture={values.picture}
          saved={values.saved}
          onPicture={(picture) => form.patch({ picture, cuts: {} })}
          onCut={(kind, cut) => form.set(`cuts.${kind}`, cut)}
          error={errors.picture}
        />
      </FormSection>
      {!kind && (
        <FormSection id="formats" title="Formats" hint="Where it can be shown. Each needs its own parts.">
          <CheckChoices
            label="Formats"
            options={FORMATS.map((format) => ({ value: format.id, label: format.label }))}
            value={values.formats}
            onChange={(formats) => form.set('formats', formats)}
          />
          <FieldError text={errors.formats} />
        </FormSection>
      )}
      <BidFields form={form} guide={<GroupGuide group={group.id} {...guideOf(values)} />} />
      <CapFields form={form} />
    </FormPage>
  );
}
