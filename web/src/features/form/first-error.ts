const INPUTS = 'input, select, textarea, button, [tabindex]';

/**
 * Brings the first field that is wrong into sight and puts the cursor there, once the messages are drawn. `within` is the
 * form where a page has several; `otherwise` is called when no message stands in it.
 */
export function showFirstError(within?: unknown, otherwise?: () => void): void {
  requestAnimationFrame(() => {
    const root = within instanceof HTMLElement ? within : document.querySelector('main');
    const marked = root?.querySelector<HTMLElement>('[aria-invalid="true"], [data-error]');
    // The frame of a field is marked before the input in it.
    const field = marked?.matches(INPUTS) ? marked : (marked?.querySelector<HTMLElement>(INPUTS) ?? marked);
    if (!field) return otherwise?.();
    field.focus();
    field.scrollIntoView({ block: 'center' });
  });
}
