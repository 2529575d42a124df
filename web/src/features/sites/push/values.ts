/** The settings of a site's push as their form holds them. Pure. */
import type { PushAdvice, SitePushForm, SitePushResource } from '~/api/sdk';
import { PUSH_PROMPT_KIND_LABELS, PUSH_QUESTION_LIMITS, SITE_PUSH_FORM_LIMITS } from '~/api/words';
import { formatSigned } from '~/lib/format';
import type { Change } from '~/lib/metrics';
import { languageName } from '~/lib/names';
import type { Words } from '../../form/meanwhile';
import type { Checks } from '../../form/use-form';

/** A question in one language. */
export type QuestionValues = SitePushForm['questions'][number];

/** The fields of the form. */
export type SitePushValues = Omit<SitePushForm, 'version' | 'picture'> & {
  /** The name of the saved picture, or another one as a `data:` URL; null for a bell. */
  picture: string | null;
};

/** The parts of a question, as they are called in a sentence. */
const PARTS = { title: 'title', text: 'text', accept: 'text of “Yes”', later: 'text of “Later”' } as const;

/** The most languages. */
export const LANGUAGES_MAX = SITE_PUSH_FORM_LIMITS.questions.max;

/** The fields that are numbers. */
export type NumberName = 'delay_s' | 'ask_page' | 'ask_days' | 'daily_cap' | 'hour_from' | 'hour_to' | 'let_go_weeks';

/** The least and the most that a number may be. */
export function rangeOf(name: NumberName): readonly [least: number, most: number] {
  const { min = 0, max }: { min?: number; max: number } = SITE_PUSH_FORM_LIMITS[name];
  return [min, max];
}

/** The settings of an answer. */
function sitePushValues({ settings: { version: _version, ...values } }: SitePushResource): SitePushValues {
  return { ...values, picture: values.picture ?? null };
}

/** Whether a picture is one that was not saved yet. */
export const isNewPicture = (picture: string | null): boolean => picture?.startsWith('data:') ?? false;

/** Where a picture is shown from. */
export const pictureUrl = (picture: string | null): string | null =>
  picture && (isNewPicture(picture) ? picture : `/m/${picture}.160.webp`);

/** What is sent. */
export const sitePushBody = (values: SitePushValues, held: SitePushResource): SitePushForm => ({
  ...values,
  version: held.settings.version ?? null,
});

const length = (text: string) => [...text.trim()].length;

/** What is wrong with the questions, or null. */
function questionsError(questions: readonly QuestionValues[]): string | null {
  for (const question of questions) {
    for (const [part, what] of Object.entries(PARTS) as [keyof typeof PARTS, string][]) {
      const { max } = PUSH_QUESTION_LIMITS[part];
      const count = length(question[part]);
      if (count === 0) return `${languageName(question.language)}: the ${what} is missing.`;
      if (count > max) return `${languageName(question.language)}: the ${what} has ${count} of ${max} characters.`;
    }
  }
  return null;
}

const COLOUR = /^#[0-9a-f]{6}$/;
const colourError = (colour: string) => (COLOUR.test(colour) ? null : 'A colour such as #12425e.');

const rangeError = (name: NumberName) => (value: number) => {
  const [least, most] = rangeOf(name);
  return Number.isInteger(value) && value >= least && value <= most ? null : `${least} to ${most}.`;
};

/** What is wrong with the fields. */
const CHECKS: Checks<SitePushValues> = {
  questions: questionsError,
  background: colourError,
  color: colourError,
  accent: colourError,
  delay_s: rangeError('delay_s'),
  ask_page: rangeError('ask_page'),
  ask_days: rangeError('ask_days'),
  daily_cap: rangeError('daily_cap'),
  hour_from: rangeError('hour_from'),
  hour_to: (value, values) => (value <= values.hour_from ? 'Later than the first hour.' : rangeError('hour_to')(value)),
  let_go_weeks: rangeError('let_go_weeks'),
};

/** How its fields are called and read. */
const WORDS: Words<SitePushValues> = {
  is_on: 'Asking and sending',
  kind: { label: 'How it asks', text: (kind) => PUSH_PROMPT_KIND_LABELS[kind] },
  questions: 'Questions',
  picture: { label: 'Picture', text: (picture) => (picture ? 'A picture' : 'None') },
  position: 'Place of the question',
  background: 'Background',
  color: 'Text',
  accent: 'Button',
  delay_s: 'Seconds on the page',
  ask_page: 'Page of the visit',
  ask_days: 'Days between two questions',
  daily_cap: 'Notifications a day',
  hour_from: 'From this hour',
  hour_to: 'Until this hour',
  let_go_weeks: 'Weeks without an answer',
};

/** What is declared of the fields. */
export const SITE_PUSH_FIELDS = { read: sitePushValues, checks: CHECKS, words: WORDS };

/** The values with an advice taken. */
export const advised = ({ field, value }: PushAdvice): Partial<SitePushValues> => ({ [field]: value });

/** How a share moved against as many days before, in points; more is better. */
export function pointsOf(now: number | null, before: number | null, decimals: number): Change | null {
  if (now === null || before === null) return null;
  const text = formatSigned(now - before, decimals);
  const isSame = !/[1-9]/.test(text);
  return { text, direction: isSame ? 'same' : now > before ? 'up' : 'down', good: isSame ? null : now > before };
}
