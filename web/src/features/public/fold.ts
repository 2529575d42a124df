import { held, wishesOf } from './search-words';

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

/** What a search left. */
export interface Shown {
  count: number;
  /** They hold all that was looked for; else no question does, and these hold the most of it. */
  isAll: boolean;
}

/** What a question and its answer say; their parts are not run together. */
const saidIn = (question: Element): string => [...question.children].map((part) => part.textContent).join(' ');

/** Shows the questions that fit the words best, opened, and the headings above them; all of them, closed, without words. */
export function showOnly(body: HTMLElement, wanted: string): Shown {
  const isSearch = wanted !== '';
  // What the address of a question or the reader opened stays open until there was a search.
  if (!isSearch && !('searched' in body.dataset)) return { count: 0, isAll: true };
  if (isSearch) body.dataset.searched = '';
  else delete body.dataset.searched;
  const wishes = wishesOf(wanted);
  const questions = [...body.querySelectorAll('details')].map(
    (question) => [question, held(saidIn(question), wishes)] as const,
  );
  const most = Math.max(0, ...questions.map(([, count]) => count));
  let count = 0;
  for (const [question, found] of questions) {
    const fits = isSearch && most > 0 && found === most;
    question.hidden = isSearch && !fits;
    question.open = fits;
    if (fits) count += 1;
  }
  for (const heading of body.querySelectorAll('h2')) {
    let next = heading.nextElementSibling;
    let any = false;
    for (; next && next.tagName !== 'H2'; next = next.nextElementSibling) any ||= next.matches('details:not([hidden])');
    heading.hidden = !any && isSearch;
  }
  return { count, isAll: most === wishes.length };
}
