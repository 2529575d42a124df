import { Select, Textarea, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useRef } from 'react';
import { listPushMacrosOptions } from '~/api/queries';
import type { PushAd } from '~/api/sdk';
import { useUnit } from '~/app/queries';
import { formatPrice } from '~/lib/format';
import { AmountField } from '~/ui/amount-field';
import { Button } from '~/ui/button';
import { CountedLabel, FieldPair, FormSection } from '~/ui/form';
import { LandingInput } from '../../ads/landing/landing-input';
import { LinkLook } from '../../ads/landing/link-look';
import { MacroMenu } from '../../ads/landing/macro-menu';
import { CutField } from '../../ads/pictures/picture-field';
import type { FormOf } from '../../form/use-form';
import { LANGUAGE_CHOICES } from '../../targeting/languages';
import { cutBy } from '../notification/notification';
import { ButtonEditor } from './button-editor';
import { EmojiPicker } from './emoji-picker';
import { ICON_SHAPES, IMAGE_SHAPES, type PushAdBounds, type PushAdValues, URL_MAX } from './push-ad-values';

type Part = { form: FormOf<PushAdValues> };

/** Puts text where the cursor stands, which stands behind it then: the next sign follows this one. */
function insertAt(field: RefObject<HTMLInputElement | HTMLTextAreaElement | null>, text: string, sign: string): string {
  const at = field.current?.selectionStart ?? text.length;
  const end = field.current?.selectionEnd ?? at;
  const after = at + sign.length;
  // Once the text is drawn; the focus stays where signs are chosen.
  requestAnimationFrame(() => field.current?.setSelectionRange(after, after));
  return text.slice(0, at) + sign + text.slice(end);
}

/** What it says, in which language, and what a click of it costs. */
export function MessageFields({ form, bounds }: Part & { bounds: PushAdBounds }) {
  const unit = useUnit();
  const title = useRef<HTMLInputElement>(null);
  const body = useRef<HTMLTextAreaElement>(null);
  const { values, field, set } = form;
  return (
    <>
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
          data={LANGUAGE_CHOICES}
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
    </>
  );
}

/** Its icon and its large picture. */
export function PictureFields({ form: { values, errors, set } }: Part) {
  return (
    <>
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
    </>
  );
}

/** The page and the buttons. */
export function LandingFields({ form, bounds, ad }: Part & { bounds: PushAdBounds; ad: PushAd | undefined }) {
  const { values, field, errors, set } = form;
  const macros = useQuery({ ...listPushMacrosOptions(), staleTime: Number.POSITIVE_INFINITY });
  const insertMacro = (name: string) =>
    set('url', `${values.url}${values.url.includes('?') ? '&' : '?'}${name}={${name}}`);
  return (
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
  );
}
