import { toApiError } from '~/api/problem';
import { cookies } from './browser';
import { exchangeCode, session } from './session';

/** A one-time code may also come in this cookie. */
const COOKIE = 'jwt_token';

let code: string | null = null;

/** Keeps the code of the address, so that the address can be cleaned; whether there was one. */
export function takeCode(given: string | undefined): boolean {
  if (!given) return false;
  code = given;
  return true;
}

/** Begins to act as the user of the code that was kept or came in the cookie; whether this tab acts as somebody now. */
export async function enterAs(): Promise<boolean> {
  const given = code ?? cookies.get(COOKIE);
  code = null;
  cookies.remove(COOKIE);
  if (!given) return session.isActing;
  try {
    session.beginActing(await exchangeCode(given));
  } catch (error) {
    // A code that does not hold is an answer; that none came is not, and the error page offers another try.
    const { status } = toApiError(error);
    if (status >= 400 && status < 500 && status !== 429) return false;
    code = given;
    throw error;
  }
  return true;
}
