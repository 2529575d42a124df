import { useQuery } from '@tanstack/react-query';
import { listAllPaymentSystemsOptions } from '~/api/queries';

/** Payment types by what people read, for a choice. */
export function usePaymentTypes() {
  return useQuery(listAllPaymentSystemsOptions()).data?.data.flatMap(({ types }) => types);
}

/** Payment systems by what people read, for a choice. */
export function usePaymentSystems() {
  return useQuery(listAllPaymentSystemsOptions()).data?.data;
}
