import { useQuery } from '@tanstack/react-query';
import { Note } from '~/ui/note';
import { ErrorPanel } from '~/ui/states';
import { OwnerOnly, useIsActing } from '../../account/section';
import { type Crumb, PageHead } from '../../frame/page-head';
import { ListWithForm } from '../../list/list-with-form';
import { payoutTypesQuery } from '../api';
import { FinanceTabs } from '../finance-tabs';
import { NoPayouts, useSeesPayouts } from '../sees-payouts';
import { WalletForm } from './wallet-form';
import { WALLETS } from './wallets-list';

/** Where wallets are added, chosen and deleted. */
export function WalletsPage() {
  return useSeesPayouts() ? (
    <WalletsOfOwner />
  ) : (
    <>
      <PageHead crumbs={CRUMBS} />
      <FinanceTabs />
      <NoPayouts />
    </>
  );
}

const CRUMBS: readonly Crumb[] = [{ label: 'Webmaster' }, { label: 'Finance', link: { to: '/webmaster/finance' } }];

function WalletsOfOwner() {
  const isActing = useIsActing();
  const types = useQuery(payoutTypesQuery);
  const hasTypes = types.data !== undefined && types.data.length > 0;
  return (
    <ListWithForm
      spec={WALLETS}
      crumbs={CRUMBS}
      create={!isActing && hasTypes && { label: 'Add a wallet' }}
      lead={
        <>
          <FinanceTabs />
          {isActing && <OwnerOnly what="wallets" />}
          {types.isError && !types.data && <ErrorPanel title="The ways of payment did not load" of={types} />}
          {types.data?.length === 0 && (
            <Note tone="warn">This network has no way of payment switched on: no wallet can be added.</Note>
          )}
        </>
      }
    >
      {({ close }) => types.data && <WalletForm types={types.data} onClose={close} />}
    </ListWithForm>
  );
}
