import { PageHead } from '../../frame/page-head';
import { useParents } from '../form/form-pages';
import { ManyForm } from './many-form';

/** Several ads at once. */
export function ManyCreatePage() {
  const { campaign, group, crumbs } = useParents();
  return (
    <>
      <PageHead crumbs={crumbs} />
      <ManyForm key={group.id} campaign={campaign} group={group} />
    </>
  );
}
