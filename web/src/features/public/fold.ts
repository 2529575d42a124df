/** Words of a text or a question, compared without case. */
const words = (text: string) => text.toLowerCase().split(/\s+/).filter(Boolean);

/** Puts each question (h3) and what follows it into a `<details>`. Does nothing where that is done already. */
export function fold(body: HTMLElement): void {
  if (body.querySelector('details')) return;
  const document = body.ownerDocument;
  for (const question of [...body.querySelectorAll('h3')]) {
    const details = document.createElement('details');
    const summary = document.createElement('summary');
    // The address of a question stays the same, and leads to it opened.
    details.id = question.id;
    question.removeAttribute('id');
    question.before(details);
    let next = question.nextElementSibling;
    summary.append(question);
    details.append(summary);
    while (next && !/^H[123]$/.test(next.tagName)) {
      const after = next.nextElementSibling;
      details.append(next);
      next = after;
    }
  }
  body.dataset.folded = '';
  const asked = location.hash.length > 1 ? document.getElementById(decodeURIComponent(location.hash.slice(1))) : null;
  if (asked instanceof HTMLDetailsElement) {
    asked.open = true;
    asked.scrollIntoView();
  }
}

/** Shows the questions that hold all the words, opened, and the headings above them; all of them, closed, without words. */
export function showOnly(body: HTMLElement, wanted: string): number {
  const needles = words(wanted);
  // What the address of a question or the reader opened stays open until there was a search.
  if (needles.length === 0 && !('searched' in body.dataset)) return 0;
  if (needles.length === 0) delete body.dataset.searched;
  else body.dataset.searched = '';
  let count = 0;
  for (const details of body.querySelectorAll('details')) {
    const text = (details.textContent ?? '').toLowerCase();
    const fits = needles.every((needle) => text.includes(needle));
    details.hidden = !fits;
    details.open = fits && needles.length > 0;
    if (fits) count += 1;
  }
  for (const heading of body.querySelectorAll('h2')) {
    let next = heading.nextElementSibling;
    let any = false;
    for (; next && next.tagName !== 'H2'; next = next.nextElementSibling) any ||= next.matches('details:not([hidden])');
    heading.hidden = !any && needles.length > 0;
  }
  return count;
}
