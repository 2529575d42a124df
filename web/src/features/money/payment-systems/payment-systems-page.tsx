import { PageHead } from '../../frame/page-head';
import { useParts } from '../../list/use-parts';
import { Currencies } from '../currencies/currencies';
import { Gateways } from './gateways';
import { PaymentSystems } from './payment-systems';
import { PaymentTypes } from './payment-type-list';

const PARTS = [
  { value: 'systems', label: 'Payment systems' },
  { value: 'types', label: 'Fees and least payouts' },
  { value: 'gateways', label: 'Gateways' },
  { value: 'rates', label: 'Rates' },
] as const;

const SHOWN = { systems: PaymentSystems, types: PaymentTypes, gateways: Gateways, rates: Currencies };

/** How money comes in and goes out: which ways, at what fee, by whose gateway, at which rate. */
export function PaymentSystemsPage() {
  const [part = 'systems', tabs] = useParts('Payment systems', PARTS);
  const Shown = SHOWN[part];
  return (
    <>
      <PageHead />
      {tabs}
      <Shown key={part} />
    </>
  );
}
