import { toApiError } from '~/api/problem';

/** Why a login did not go through, as far as the page tells the cases apart. */
export type LoginProblem = 'otp_required' | 'blocked' | 'busy' | 'offline' | 'other';

/** Reads the refusal of a login. */
export function loginProblem(error: unknown): LoginProblem {
  const problem = toApiError(error);
  if (problem.status === 0) return 'offline';
  if (problem.status === 429) return 'busy';
  if (problem.status === 403) return 'blocked';
  if (problem.type.includes('otp_required')) return 'otp_required';
  return 'other';
}
