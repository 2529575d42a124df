import { FILES } from '~/api/files';
import { PageHead } from '../../frame/page-head';
import { FileButton } from '../../list/file-button';
import { ListPart } from '../../list/list-view';
import { FinanceTabs } from '../finance-tabs';
import { NoPayouts, useSeesPayouts } from '../sees-payouts';
import { PAYMENTS } from './payments-list';

/** All payouts, newest first. */
export function PaymentsPage() {
  const seesPayouts = useSeesPayouts();
  return (
    <>
      <PageHead
        crumbs={[{ label: 'Webmaster' }, { label: 'Finance', link: { to: '/webmaster/finance' } }]}
        actions={
          seesPayouts && (
            <FileButton make={FILES.ownPayouts} size="sm">
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
