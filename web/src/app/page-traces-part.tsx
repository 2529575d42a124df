import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { tracePages } from './page-traces';

/** Reports how long a part of the cabinets' pages took to be there. */
export function PageTraces() {
  const router = useRouter();
  useEffect(() => tracePages(router), [router]);
  return null;
}
