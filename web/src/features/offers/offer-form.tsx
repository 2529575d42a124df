import { Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { createOfferMutation, dataOf, listNetworkOffersOptions, updateOfferMutation } from '~/api/queries';
import type { NetworkOffer, OfferForm as OfferBody } from '~/api/sdk';
import { OFFER_FORM_LIMITS, Target } from '~/api/words';
import { OneField } from '~/ui/choice-fields';
import { type Choice, choicesOf } from '~/ui/choices';
import { Switch } from '~/ui/controls';
import { FieldPair } from '~/ui/form';
import { toast } from '~/ui/toast';
import { FormPanel } from '../form/parts';
import { useForm } from '../form/use-form';
import { useSend } from '../form/use-send';
import { categoriesQuery, targetsQuery } from '../targeting/lists';

type OfferValues = { name: string; target_id: string; category_id: string | null; is_active: boolean };

const nameIn = (choices: readonly Choice[], id: string | null): string =>
  choices.find(({ value }) => value === id)?.label ?? id ?? 'Any';

/** A new offer, or another name, target and category of one. */
export function OfferForm({
  offer,
  onMade,
  onClose,
}: {
  offer: NetworkOffer | undefined;
  onMade(): void;
  onClose(): void;
}) {
  const create = useSend(createOfferMutation());
  const update = useSend(updateOfferMutation());
  const targets = choicesOf(useQuery(targetsQuery).data);
  const categories = choicesOf(useQuery(categoriesQuery).data);
  const offers = useQuery({ ...listNetworkOffersOptions(), select: dataOf }).data;
  const form = useForm<OfferValues, NetworkOffer, NetworkOffer | undefined>({
    // As it is by now: somebody else may change it meanwhile.
    item: offers?.find(({ id }) => id === offer?.id) ?? offer,
    read: (of) => ({
      name: of?.name ?? '',
      target_id: String(of?.target_id ?? Target.Commodity),
      category_id: typeof of?.category_id === 'number' ? String(of.category_id) : null,
      is_active: of?.is_active ?? true,
    }),
    words: {
      name: 'Name',
      target_id: { label: 'Leads to', text: (id) => nameIn(targets, id) },
      category_id: { label: 'Category', text: (id) => nameIn(categories, id) },
      is_active: { label: 'Campaigns can choose it', text: (isOn) => (isOn ? 'Yes' : 'No') },
    },
    checks: { name: (name) => (name.trim() ? null : 'A name is needed.') },
    send: async (values, held) => {
      const body: OfferBody = {
        name: values.name.trim(),
        target_id: Number(values.target_id) as OfferBody['target_id'],
        category_id: values.category_id === null ? null : Number(values.category_id),
        is_active: values.is_active,
        ...(held ? { version: held.version } : {}),
      };
      return held ? update({ path: { id: held.id }, body }) : create({ body });
    },
    saved: ({ name }) => {
      toast(offer ? 'Offer saved' : 'Offer made', { detail: name });
      if (!offer) onMade();
      onClose();
    },
  });
  const label = offer ? `Change ${offer.name}` : 'New offer';
  return (
    <FormPanel
      form={form}
      label={label}
      heading={label}
      submit={offer ? 'Save' : 'Make the offer'}
      onCancel={onClose}
      before={
        <>
          <TextInput label="Name" maxLength={OFFER_FORM_LIMITS.name.max} autoFocus {...form.field('name')} />
          <FieldPair>
            <Select label="Leads to" data={targets} allowDeselect={false} {...form.field('target_id')} />
            <OneField
              label="Category"
              empty="Any"
              clear="No category"
              searchable
              data={categories}
              {...form.field('category_id')}
            />
          </FieldPair>
          <Switch
            plain
            label="Campaigns can choose it; those that have it keep it in any case"
            {...form.field('is_active', { type: 'checkbox' })}
          />
        </>
      }
    />
  );
}
