const INPUTS = 'input, select, textarea, button, [tabindex]';

/**
 * Brings the first field that is wrong into sight and puts the cursor there, once the messages are drawn. `within` is the
 * form where a page has several; `otherwise` is called when no message stands in it.
 */
export function showFirstError(within?: unknown, otherwise?: () => void): void {
  look(within, otherwise, FRAMES);
}

/** Frames in which the messages must have been drawn: an answer may come just before one. */
const FRAMES = 5;

function look(within: unknown, otherwise: (() => void) | undefined, frames: number): void {
  requestAnimationFrame(() => {
    const root = within instanceof HTMLElement ? within : document.querySelector('main');
    const marked = root?.querySelector<HTMLElement>('[aria-invalid="true"], [data-error]');
    // The frame of a field is marked before the input in it, which may stand behind buttons of the field.
    const inner =
      marked?.querySelector<HTMLElement>('[aria-invalid="true"]') ?? marked?.querySelector<HTMLElement>(INPUTS);
    const field = marked?.matches(INPUTS) ? marked : (inner ?? marked);
    if (!field) return frames > 1 ? look(within, otherwise, frames - 1) : otherwise?.();
    field.focus();
    field.scrollIntoView({ block: 'center' });
  });
}
