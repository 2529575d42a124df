import type { BlockCheck, CheckedRequest, CheckLight, CheckStep, PageCheck } from '~/api/sdk';
import { CHECK_LIGHT_LABELS } from '~/api/words';
import { plural } from '~/lib/format';
import type { Tone } from '~/ui/marks';

/** What lights look like. */
export const LIGHT_TONES: Record<CheckLight, Tone> = { right: 'ok', weak: 'warn', failed: 'bad', waiting: 'idle' };

/** After so many milliseconds an ad that is not reported will not be. */
const REPORTED_MS = 30_000;

const NOT_FETCHED: CheckStep = {
  name: 'tag',
  light: 'waiting',
  badge: 'Not looked at',
  text: 'Give the address of a page above: it is fetched as a visitor would, without cookies.',
  count: null,
  of: null,
  parts: [],
  mend: null,
};

/** All seven steps: what the page says stands over what was counted, for it says why. */
export const allSteps = (check: BlockCheck, page: PageCheck | undefined): CheckStep[] => [
  page?.tag ?? NOT_FETCHED,
  ...check.steps.map((step) => (step.name === 'drawn' && page?.drawn ? page.drawn : step)),
];

/** The seven lights of one request: whoever asked had the tag. */
export function requestLights(request: CheckedRequest, now: number): CheckLight[] {
  const { is_on_site: onSite, places, ads, shown, viewed } = request;
  const isOver = now - Date.parse(request.at) > REPORTED_MS;
  const drawn: CheckLight = ads === 0 ? 'waiting' : shown > 0 ? 'right' : isOver ? 'failed' : 'waiting';
  const seen: CheckLight = drawn !== 'right' ? 'waiting' : viewed > 0 ? 'right' : isOver ? 'weak' : 'waiting';
  const filled: CheckLight = !onSite ? 'waiting' : ads === 0 ? 'failed' : ads < places ? 'weak' : 'right';
  return ['right', 'right', onSite ? 'right' : 'failed', filled, drawn, seen, 'right'];
}

/** A light in a word, as it stands within a line. */
export const lightWord = (light: CheckLight): string => CHECK_LIGHT_LABELS[light].toLowerCase();

/** Lights in words, for those who do not see them. */
export function lightsText(lights: readonly CheckLight[]): string {
  const wrong = lights.flatMap((light, index) => (light === 'right' ? [] : [`step ${index + 1} ${lightWord(light)}`]));
  return wrong.length === 0 ? 'all seven right' : wrong.join(', ');
}

/** The steps in a sentence. */
export function verdictOf(steps: readonly CheckStep[]): { title: string; text: string } {
  const count = (light: CheckLight) => steps.filter((step) => step.light === light).length;
  const [right, weak, failed, waiting] = [count('right'), count('weak'), count('failed'), count('waiting')];
  const text = [
    right > 0 && `${plural(right, 'light')} right`,
    weak > 0 && `${weak} could be better`,
    failed > 0 && `${failed} failed`,
    waiting > 0 && `${waiting} not known yet`,
  ]
    .filter((part) => part !== false)
    .join(', ');
  const isDrawn = steps.some((step) => step.name === 'drawn' && step.light === 'right');
  const title =
    right === steps.length
      ? 'All seven lights are right'
      : failed > 0
        ? isDrawn
          ? `It works, and ${failed === 1 ? 'one thing needs' : `${failed} things need`} you`
          : 'It does not work yet'
        : isDrawn
          ? 'It works'
          : 'Open a page with the block and watch';
  return { title, text: `${text}.` };
}
