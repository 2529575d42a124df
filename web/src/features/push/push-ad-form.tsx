import { Select, Textarea, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { multipart } from '~/api/multipart';
import { createPushAdMutation, getPushAdOptions, listPushMacrosOptions, updatePushAdMutation } from '~/api/queries';
import type { PushAd, PushCampaign } from '~/api/sdk';
import { CampaignStatus } from '~/api/words';
import { useUnit, useUser } from '~/app/queries';
import { formatPrice } from '~/lib/format';
import { languageName } from '~/lib/names';
import { paths } from '~/lib/paths';
import { AmountField } from '~/ui/amount-field';
import { Button } from '~/ui/button';
import { CountedLabel, FieldPair, FormSection } from '~/ui/form';
import { Note } from '~/ui/note';
import { toast } from '~/ui/toast';
import { LandingInput } from '../ads/landing-input';
import { LinkLook } from '../ads/link-look';
import { MacroMenu } from '../ads/macro-menu';
import { drawCut, type Shape } from '../ads/picture';
import { CutField } from '../ads/picture-field';
import { heldWhy } from '../campaigns/api';
import { CopyFrom } from '../copy-from/copy-from';
import { FormPage } from '../form/parts';
import { useForm } from '../form/use-form';
import { useIpFeature } from '../targeting/ip-feature';
import { LANGUAGES } from '../targeting/targeting-fields';
import { pushSettingsQuery } from './api';
import { ButtonEditor } from './button-editor';
import { EmojiPicker } from './emoji-picker';
import { isHigh, notMeant, wantsHighBid } from './high-bid';
import { cutBy } from './notification';
import { Previews } from './previews';
import {
  ICON_SHAPES,
  IMAGE_SHAPES,
  notificationOf,
  type PictureValues,
  pushAdBody,
  pushAdChecklist,
  pushAdFields,
  pushAdValues,
  URL_MAX,
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

/** Puts text where the cursor stands, which stands behind it then: the next sign follows this one. */
function insertAt(field: RefObject<HTMLInputElement | HTMLTextAreaElement | null>, text: string, sign: string): string {
  const at = field.current?.selectionStart ?? text.length;
  const end = field.current?.selectionEnd ?? at;
  const after = at + sign.length;
  // Once the text is drawn; the focus stays where signs are chosen.
  requestAnimationFrame(() => field.current?.setSelectionRange(after, after));
  return text.slice(0, at) + sign + text.slice(end);
}

/** The form of a push ad with previews: a new one of a campaign, a copy, or the one given. */
export function PushAdForm({ campaign, ad, copyOf }: { campaign: PushCampaign; ad?: PushAd; copyOf?: PushAd }) {
  const unit = useUnit();
  const isTrusted = useUser()?.is_trusted ?? false;
  const navigate = useNavigate();
  const known = useQuery(pushSettingsQuery).data;
  const bounds = known ?? USUAL_BOUNDS;
  const macros = useQuery({ ...listPushMacrosOptions(), staleTime: Number.POSITIVE_INFINITY });
  const create = useMutation(createPushAdMutation({ bodySerializer: asMultipart }));
  const update = useMutation(updatePushAdMutation({ bodySerializer: asMultipart }));
  const client = useQueryClient();
  const title = useRef<HTMLInputElement>(null);
  const body = useRef<HTMLTextAreaElement>(null);
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
      const { data } = held
        ? await update.mutateAsync({ path: { uuid: held.uuid }, body: sent })
        : await create.mutateAsync({ body: sent });
      return data;
    },
    saved: ({ status_id: status }) => {
      toast(ad ? 'Push ad saved' : 'Push ad created', {
        detail: status === CampaignStatus.Moderation ? 'It waits for a moderator.' : undefined,
      });
      return navigate(paths.pushMedias(campaign.uuid));
    },
  });
  const { values, field, errors, set } = form;
  const audience = pushReachBody(pushValues(campaign), useIpFeature(), campaign);
  const heldNote = heldWhy(campaign).why;
  const [icon, image] = [
    useDrawn(values.icon, ICON_SHAPES[0] as Shape),
    useDrawn(values.image, IMAGE_SHAPES[0] as Shape),
  ];
  const insertMacro = (name: string) =>
    set('url', `${values.url}${values.url.includes('?') ? '&' : '?'}${name}={${name}}`);
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
        <TextInput
          ref={title}
          label={<CountedLabel label="Title" text={values.title} max={bounds.title_max} />}
          description={cutBy(values.title, 'title')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          maxLength={bounds.title_max * 2}
          rightSection={
            <EmojiPicker
              label="Emoji in the title"
              onPick={(sign) => set('title', insertAt(title, values.title, sign))}
            />
          }
          {...field('title')}
        />
        <Textarea
          ref={body}
          label={<CountedLabel label="Text" text={values.body} max={bounds.body_max} />}
          description={cutBy(values.body, 'body')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autosize
          minRows={2}
          maxLength={bounds.body_max * 2}
          rightSection={
            <EmojiPicker label="Emoji in the text" onPick={(sign) => set('body', insertAt(body, values.body, sign))} />
          }
          {...field('body')}
        />
        <FieldPair>
          <Select
            label="Language"
            description="Of the message; it goes to subscribers of any."
            searchable
            allowDeselect={false}
            data={LANGUAGES.map((code) => ({ value: code, label: languageName(code) }))}
            {...field('language_code')}
          />
          <AmountField
            label="Bid for a valid click"
            description={`At least ${formatPrice(bounds.min_bid, unit)}, in steps of ${formatPrice(bounds.step, unit)}.`}
            unit={unit}
            step={bounds.step}
            decimals={bounds.decimals}
            {...field('bid')}
          />
        </FieldPair>
      </FormSection>
      <FormSection id="icon" title="Icon" hint="A square of at least 192 pixels. All but Safari show it.">
        <CutField
          what="icon"
          shapes={ICON_SHAPES}
          picture={values.icon.picture}
          saved={values.icon.saved ? { icon: values.icon.saved } : {}}
          onPicture={(picture) => set('icon', { ...values.icon, picture, cut: null })}
          onCut={(_, cut) => set('icon', { ...values.icon, cut })}
          error={errors.icon}
        />
      </FormSection>
      <FormSection
        id="image"
        title="Large picture, optional"
        hint="Twice as wide as high, best 720 × 360. Android and Windows show it."
      >
        <CutField
          what="large picture"
          shapes={IMAGE_SHAPES}
          picture={values.image.picture}
          saved={values.image.saved ? { image: values.image.saved } : {}}
          onPicture={(picture) => set('image', { ...values.image, picture, cut: null })}
          onCut={(_, cut) => set('image', { ...values.image, cut })}
          error={errors.image}
          beside={
            (values.image.picture || values.image.saved) && (
              <Button variant="ghost" onClick={() => set('image', { picture: null, cut: null, saved: null })}>
                <IconTrash size={16} aria-hidden />
                Remove
              </Button>
            )
          }
        />
      </FormSection>
      <FormSection
        id="landing"
        title="Where it leads"
        actions={<MacroMenu macros={macros.data?.data ?? []} onPick={insertMacro} />}
      >
        <LandingInput {...field('url')} url={values.url} known={ad?.url} maxLength={URL_MAX} />
        {ad?.url === values.url && <LinkLook ad={ad} as="owner" />}
        <ButtonEditor
          buttons={values.buttons}
          most={bounds.buttons_max}
          longest={bounds.button_title_max}
          error={errors.buttons}
          onChange={(buttons) => set('buttons', buttons)}
        />
      </FormSection>
    </FormPage>
  );
}
