import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { updateSellerMutation } from '~/api/queries';
import type { SellerResource } from '~/api/sdk';
import { SELLER_FORM_LIMITS } from '~/api/words';
import { OneField } from '~/ui/choice-fields';
import { Switch } from '~/ui/controls';
import { FieldPair } from '~/ui/form';
import { Note } from '~/ui/note';
import { ErrorPanel } from '~/ui/states';
import { toast } from '~/ui/toast';
import { Form, FormActions } from '../form/parts';
import { useForm } from '../form/use-form';
import { useSend } from '../form/use-send';
import styles from './account.module.css';
import { sellerQuery } from './api';
import { LineSkeleton, Section } from './section';

const read = ({ is_confidential: isConfidential, name, domain }: SellerResource) => ({
  isNamed: !isConfidential,
  name,
  domain: domain || null,
});

function SellerForm({ seller }: { seller: SellerResource }) {
  const update = useSend(updateSellerMutation());
  const form = useForm({
    item: seller,
    read,
    words: {
      isNamed: { label: 'Name me', text: (on: boolean) => (on ? 'On' : 'Off') },
      name: 'Name of your business',
      domain: { label: 'Its domain', text: (domain: string | null) => domain ?? '' },
    },
    send: async ({ isNamed, name, domain }) => {
      const body = isNamed
        ? { is_confidential: false, name: name.trim(), domain: domain ?? '' }
        : { is_confidential: true };
      return update({ body });
    },
    saved: () => toast('Saved', { detail: 'sellers.json follows within some minutes.' }),
  });
  const { isNamed } = form.values;
  // A domain that is no longer approved stays to be read.
  const domains = [...new Set([...seller.domains, ...(seller.domain ? [seller.domain] : [])])];
  return (
    <Form form={form} className={styles.profile}>
      <Switch
        plain
        label="Name my business in sellers.json"
        checked={isNamed}
        onChange={(event) => form.set('isNamed', event.target.checked)}
      />
      {isNamed && domains.length === 0 && (
        <Note tone="info">You need an approved site first: its domain stands beside the name.</Note>
      )}
      {isNamed && (
        <FieldPair>
          <TextInput
            label="Name of your business"
            autoComplete="organization"
            maxLength={SELLER_FORM_LIMITS.name.max}
            {...form.field('name')}
          />
          <OneField
            label="Its domain"
            empty="Choose one of your sites"
            clear="Clear the domain"
            data={domains.map((domain) => ({ value: domain, label: domain }))}
            {...form.field('domain')}
          />
        </FieldPair>
      )}
      <FormActions form={form} variant="accent" />
    </Form>
  );
}

/** How a webmaster stands in the network's public list of sellers. */
export function Seller() {
  const answer = useQuery(sellerQuery);
  return (
    <Section
      id="seller"
      title="sellers.json"
      hint={
        <>
          Buyers read there who sells here. You stand in it as number {answer.data?.seller_id ?? '…'}, the one in the
          ads.txt of your sites; without your word it stands alone.
        </>
      }
    >
      {answer.isPending ? (
        <LineSkeleton label="sellers.json" />
      ) : answer.data ? (
        <SellerForm seller={answer.data} />
      ) : (
        <ErrorPanel title="It did not load" of={answer} />
      )}
    </Section>
  );
}
