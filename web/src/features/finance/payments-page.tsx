import { PageHead } from '../frame/page-head';
import { ListPart } from '../list/list-view';
import { FileButton } from './file-button';
import { FILES } from './files';
import { FinanceTabs } from './finance-tabs';
import { PAYMENTS } from './payments-list';
import { NoPayouts, useSeesPayouts } from './sees-payouts';

/** All payouts, newest first. */
export function PaymentsPage() {
  const seesPayouts = useSeesPayouts();
  return (
    <>
      <PageHead
        crumbs={[{ label: 'Webmaster' }, { label: 'Finance', link: { to: '/webmaster/finance' } }]}
        actions={
          seesPayouts && (
            <FileButton file={FILES.payouts} name="placard-payouts.csv">
              CSV of all
            </FileButton>
          )
        }
      />
      <FinanceTabs />
      {seesPayouts ? <ListPart spec={PAYMENTS} /> : <NoPayouts />}
    </>
  );
}
