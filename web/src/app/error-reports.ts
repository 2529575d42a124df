/** Reports errors of the application itself to the server. Nothing here may throw, or be told of by itself. */
import { SearchParamError } from '@tanstack/react-router';
import type { ClientErrorForm } from '~/api/sdk';
import { CLIENT_ERROR_FORM_LIMITS } from '~/api/words';
import { isMissingModule } from './chunks';

/** Reports of one page load at most. */
export const REPORTS_MAX = 5;
/** Errors that are no fault of the application: they stand in the console alone. */
const NOT_OURS = /^ResizeObserver loop|^Script error\.?$/;
/** Stacks that lead through what the browser's owner has added to it. */
const OF_EXTENSIONS = /(?:^|[\s(@])[a-z-]*extension:\/\//;
/** What texts of the server may hold beside letters: the line break. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced
const CONTROLS = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g;

/** Which build this is: the name of its first file. */
const BUILD = /([\w-]+)\.[cm]?[jt]sx?(?:[?#]|$)/.exec(import.meta.url)?.[1] ?? '';

/** Sends a report, if it is one of those that are sent. */
export type SendReport = (form: ClientErrorForm) => Promise<unknown>;

// Errors are rare, and most visitors need no client: it comes with the first one. What part of all is sent, the network says.
const send: SendReport = async (body) => {
  const { createClientError, getSiteSettings } = await import('~/api/sdk');
  const { data } = (await getSiteSettings()).data;
  if (Math.random() < data.error_sample_rate) await createClientError({ body });
};

/** As much of a text as the server takes. */
const cut = (text: string, part: keyof typeof CLIENT_ERROR_FORM_LIMITS) => {
  const { max } = CLIENT_ERROR_FORM_LIMITS[part];
  return [...text.slice(0, max * 2).replaceAll(CONTROLS, ' ')].slice(0, max).join('');
};

/** Whether an error is a fault of the application: no refusal of the server, and no part of an old release. */
function isOurs(error: unknown): boolean {
  if (isMissingModule(error)) return false;
  // A refusal of the server, or what stands for one.
  if (typeof error === 'object' && error !== null && 'status' in error) return false;
  // An address that says nothing sensible.
  if (error instanceof SearchParamError) return false;
  // Given up, or not in time.
  if (error instanceof DOMException && /^(?:Abort|Timeout)Error$/.test(error.name)) return false;
  return true;
}

/** Tells of errors: each once a page load, and only so many. */
export function errorReporter(sending: SendReport = send): (error: unknown) => void {
  const told = new Set<string>();
  return (error) => {
    try {
      if (!isOurs(error) || told.size >= REPORTS_MAX) return;
      const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
      const stack = error instanceof Error ? (error.stack ?? '') : '';
      if (NOT_OURS.test(message.replace(/^Error: /, '')) || OF_EXTENSIONS.test(stack)) return;
      const form = { message: cut(message, 'message'), stack: cut(stack, 'stack') };
      const key = `${form.message}\n${form.stack}`;
      if (told.has(key)) return;
      told.add(key);
      void sending({
        ...form,
        page: cut(location.pathname, 'page'),
        build: cut(BUILD, 'build'),
      }).catch(() => undefined);
    } catch {
      // Whatever cannot even be told.
    }
  };
}

/** The one reporter of the page. */
export const reportOnce = errorReporter();

/** Hears of what nothing else has caught. */
export function reportUncaught(report = reportOnce): void {
  addEventListener('error', ({ error, message }) => report(error ?? message));
  addEventListener('unhandledrejection', ({ reason }) => report(reason));
}
