import { SearchParamError } from '@tanstack/react-router';
import { ApiError } from '~/api/problem';
import { isMissingModule } from '~/app/chunks';

/** The error pages. 404 stands for 401 and every failure of the server or of our own code as well. */
export type ErrorKind = 'not_found' | 'failed' | 'unprocessable' | 'second_factor' | 'busy' | 'offline';

/** What an error is for its page. */
export interface ErrorFacts {
  kind: ErrorKind;
  status: number;
  message: string;
}

/** Failures that name no status count as the server's own. */
const DEFAULT_STATUS = 500;

function statusOf(error: unknown): number {
  if (error instanceof SearchParamError) return 404;
  const told = typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined;
  return typeof told === 'number' ? told : DEFAULT_STATUS;
}

/** Reads whatever a page threw. */
export function errorFacts(error: unknown, isOnline: boolean): ErrorFacts {
  const status = statusOf(error);
  const message = error instanceof Error ? error.message : '';
  const facts = (kind: ErrorKind): ErrorFacts => ({ kind, status, message });
  if (error instanceof ApiError && error.type.includes('second_factor_required')) return facts('second_factor');
  // A part of the application that did not load is no failure of it while there is no connection.
  if (status === 0 || (isMissingModule(error) && !isOnline)) return facts('offline');
  if (status === 422) return facts('unprocessable');
  if (status === 429) return facts('busy');
  if (status >= 500) return facts('failed');
  return facts('not_found');
}
