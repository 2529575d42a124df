/** What the server says when it refuses: RFC 9457, with the messages of each field for 422. */
export interface Problem {
  type?: string;
  title?: string;
  status?: number;
  detail?: string;
  errors?: Record<string, string[]>;
}

/** A refused or failed call. `status` 0 means that no answer came (offline, timeout). */
export class ApiError extends Error {
  readonly status: number;
  readonly title: string;
  readonly type: string;
  readonly errors: Record<string, string[]>;
  /** Seconds to wait before a repeat, when the server said so. */
  readonly retryAfter: number | null;

  constructor(problem: Problem & { status: number }, retryAfter: number | null = null) {
    super(problem.detail ?? problem.title ?? defaultDetail(problem.status, retryAfter));
    this.name = 'ApiError';
    this.status = problem.status;
    this.title = problem.title ?? defaultTitle(problem.status);
    this.type = problem.type ?? 'about:blank';
    this.errors = problem.errors ?? {};
    this.retryAfter = retryAfter;
  }
}

function defaultTitle(status: number): string {
  if (status === 0) return 'No connection';
  if (status === 404) return 'Not found';
  if (status === 429) return 'Too many requests';
  if (status >= 500) return 'The server failed';
  return 'The request was refused';
}

function defaultDetail(status: number, retryAfter: number | null): string {
  if (status === 429) {
    return `Too many requests from here.${retryAfter === null ? ' Try again later.' : ` Try again in ${retryAfter} s.`}`;
  }
  if (status === 503 && retryAfter !== null) return `The server is busy. Try again in ${retryAfter} s.`;
  if (status === 0) return 'The server did not answer. Check the connection and try again.';
  if (status >= 500) return 'Something broke on our side. Your data is safe; try again in a minute.';
  return `The server answered ${status}.`;
}

/** What `Retry-After` says, in seconds; proxies may name a moment instead. */
function secondsToWait(retryAfter: string | null): number | null {
  if (retryAfter === null || retryAfter.trim() === '') return null;
  const seconds = Number(retryAfter);
  const until = Number.isFinite(seconds) ? seconds : (Date.parse(retryAfter) - Date.now()) / 1000;
  return Number.isFinite(until) ? Math.max(1, Math.ceil(until)) : null;
}

/** Makes an `ApiError` of whatever a call threw: a parsed problem, a string, a network error. */
export function toApiError(thrown: unknown, response?: Response): ApiError {
  if (thrown instanceof ApiError) return thrown;
  const status = response?.status ?? 0;
  const retryAfter = secondsToWait(response?.headers.get('retry-after') ?? null);
  if (typeof thrown === 'object' && thrown !== null && !(thrown instanceof Error)) {
    return new ApiError({ ...(thrown as Problem), status: (thrown as Problem).status ?? status }, retryAfter);
  }
  if (typeof thrown === 'string' && thrown !== '' && thrown.length < 300 && !thrown.startsWith('<')) {
    return new ApiError({ status, detail: thrown }, retryAfter);
  }
  return new ApiError({ status }, retryAfter);
}

/** Of what was sent: a proxy has lost the server, or nobody answered at all. */
const LOST_STATUSES: ReadonlySet<number> = new Set([0, 502, 504]);

/** Whether no answer came to what was sent, so that nobody knows what became of it. */
export const isLost = (error: unknown): boolean => LOST_STATUSES.has(toApiError(error).status);

/** "must be at least 1" as a sentence of its own. */
const sentence = (message: string): string =>
  `${message.charAt(0).toUpperCase()}${message.slice(1)}${/[.!?]$/.test(message) ? '' : '.'}`;

/**
 * The messages of a 422 by form field, one sentence each.
 * Server paths like `bids[0].bid` become form paths like `bids.0.bid`; `rename` maps names that differ in the form.
 */
export function fieldErrors(error: unknown, rename: Record<string, string> = {}): Record<string, string> {
  if (!(error instanceof ApiError)) return {};
  return Object.fromEntries(
    Object.entries(error.errors)
      .filter(([, messages]) => messages.length > 0)
      .map(([path, messages]) => {
        const field = path.replaceAll(/\[(\w+)\]/g, '.$1');
        return [rename[field] ?? field, messages.map(sentence).join(' ')];
      }),
  );
}

/** What a person is told of any thrown value: the reasons by field where there are any, else what was said of the whole. */
export function errorText(error: unknown): string {
  const reasons = Object.values(fieldErrors(error));
  return reasons.length > 0 ? reasons.join(' ') : toApiError(error).message;
}
