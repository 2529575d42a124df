/**
 * Brings the first field that is wrong into sight and puts the cursor there, once the messages are drawn. `within` is the
 * form where a page has several.
 */
export function showFirstError(within?: unknown): void {
  requestAnimationFrame(() => {
    const root = within instanceof HTMLElement ? within : document.querySelector('main');
    const field = root?.querySelector<HTMLElement>('[aria-invalid="true"], [data-error]');
    field?.focus();
    field?.scrollIntoView({ block: 'center' });
  });
}
