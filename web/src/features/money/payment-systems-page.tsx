import { useNavigate, useSearch } from '@tanstack/react-router';
import { Tabs } from '~/ui/controls';
import { PageHead } from '../frame/page-head';
import { Currencies } from './currencies';
import { Gateways } from './gateways';
import { PaymentSystems } from './payment-systems';
import { PaymentTypes } from './payment-type-list';

const PARTS = {
  systems: ['Payment systems', PaymentSystems],
  types: ['Fees and least payouts', PaymentTypes],
  gateways: ['Gateways', Gateways],
  rates: ['Rates', Currencies],
} as const;

type Part = keyof typeof PARTS;

const isPart = (part: string | undefined): part is Part => part !== undefined && part in PARTS;

/** How money comes in and goes out: which ways, at what fee, by whose gateway, at which rate. */
export function PaymentSystemsPage() {
  const navigate = useNavigate();
  const { part: asked } = useSearch({ strict: false }) as { part?: string };
  const part: Part = isPart(asked) ? asked : 'systems';
  const [, Shown] = PARTS[part];
  return (
    <>
      <PageHead />
      <Tabs
        label="Payment systems"
        value={part}
        options={(Object.keys(PARTS) as Part[]).map((value) => ({ value, label: PARTS[value][0] }))}
        onChange={(next) => void navigate({ to: '.', search: () => (next === 'systems' ? {} : { part: next }) })}
      />
      <Shown key={part} />
    </>
  );
}
