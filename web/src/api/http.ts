import { session } from '~/app/session';
import { LANGUAGE } from '~/lib/locale';
import { bracketQuery, type QueryValue } from '~/lib/query-string';
import { ApiError, toApiError } from './problem';

/** Parts of a call beside its path. */
export interface CallOptions {
  query?: Record<string, QueryValue> | undefined;
  /** An object is sent as JSON, a form as multipart. */
  body?: unknown;
  signal?: AbortSignal | undefined;
  headers?: Record<string, string>;
}

/** An answer begins within this time, in milliseconds; uploads have no limit here. */
export const TIMEOUT_MS = 30_000;

/**
 * Sends with the session's token and the language. A 401 ends the session; while acting as somebody else it is refreshed and
 * sent again once, and then ends the acting alone. Used by the generated client as its `fetch`.
 */
export async function send(request: Request): Promise<Response> {
  const token = await session.accessToken();
  const isActing = session.isActing;
  // A body can be read once only.
  const again = isActing ? request.clone() : null;
  const response = await ask(prepare(request, token));
  if (response.status !== 401 || !token) return response;
  if (!again) {
    session.refused(token);
    return response;
  }
  const renewed = await session.renewActing(token);
  if (!renewed) return response;
  const second = await ask(prepare(again, renewed));
  if (second.status === 401) session.endActing('refused');
  return second;
}

/** Sends, and waits no longer than it may: what was sent up takes the time that the line needs. */
async function ask(request: Request): Promise<Response> {
  if (request.headers.get('content-type')?.startsWith('multipart/form-data')) return fetch(request);
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(new DOMException('No answer came in time', 'TimeoutError')), TIMEOUT_MS);
  try {
    // A file may take longer to come than an answer to begin: the limit ends with the wait.
    return await fetch(request, { signal: AbortSignal.any([request.signal, limit.signal]) });
  } finally {
    clearTimeout(timer);
  }
}

function prepare(request: Request, token: string | null): Request {
  if (token) request.headers.set('authorization', `Bearer ${token}`);
  request.headers.set('accept-language', LANGUAGE);
  return request;
}

/** One call of the API: the parsed answer, or an `ApiError`. */
export async function call<T>(method: string, path: string, options: CallOptions = {}): Promise<T> {
  const query = bracketQuery(options.query ?? {});
  const isForm = options.body instanceof FormData;
  const headers = new Headers(options.headers);
  if (options.body !== undefined && !isForm) headers.set('content-type', 'application/json');
  let response: Response | undefined;
  try {
    response = await send(
      new Request(`${location.origin}${path}${query ? `?${query}` : ''}`, {
        method,
        headers,
        body: options.body === undefined ? null : isForm ? (options.body as FormData) : JSON.stringify(options.body),
        signal: options.signal ?? null,
      }),
    );
    if (response.status === 204) return undefined as T;
    const text = await response.text();
    const parsed: unknown = text === '' ? undefined : parse(text);
    if (!response.ok) throw parsed ?? '';
    return parsed as T;
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw toApiError(error, response);
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

export { ApiError };
