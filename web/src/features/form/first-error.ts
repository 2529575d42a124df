/** Brings the first field that is wrong into sight and puts the cursor there, once the messages are drawn. */
export function showFirstError(): void {
  requestAnimationFrame(() => {
    const field = document.querySelector<HTMLElement>('main [aria-invalid="true"], main [data-error]');
    field?.focus();
    field?.scrollIntoView({ block: 'center' });
  });
}
