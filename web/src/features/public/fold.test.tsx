import { expect, it, test } from 'vitest';
import text from '../../../../crates/api/assets/texts/page/faq.md?raw';
import { fold, showOnly } from './fold';

/** The questions as the server sends them. */
function page(markdown: string): HTMLElement {
  const body = document.createElement('div');
  for (const line of markdown.replace(/^---\n.*?\n---\n/s, '').split('\n')) {
    const [, marks = '', words = ''] = /^(#*) ?(.*)$/.exec(line) ?? [];
    if (words === '') continue;
    const element = document.createElement(marks === '' ? 'p' : `h${marks.length}`);
    element.textContent = words;
    body.append(element);
  }
  fold(body);
  return body;
}

const shownIn = (body: HTMLElement) =>
  [...body.querySelectorAll('details:not([hidden]) h3')].map((heading) => heading.textContent);

test.each([
  ['refund', 'Can I get my money back?'],
  ['money back', 'Can I get my money back?'],
  ['ban reasons', 'My ad was rejected. What now?'],
  ['withdraw', 'How do I get my money?'],
  ['minimum payout', 'How do I get my money?'],
  ['autopayment', 'How do I get my money?'],
  ['how do I top up?', 'How do I pay in?'],
  ['bots', 'How do I know that clicks are real?'],
  ['exclude sites', 'Can I exclude a site?'],
])('“%s” leaves “%s”', (phrase, question) => {
  const body = page(text);
  showOnly(body, phrase);
  expect(shownIn(body)).toContain(question);
  expect(shownIn(body).length).toBeLessThan(8);
});

const FEW = `## Money
### How do I pay?
By card.
### Where is my invoice?
Beside the card payment.
## Sites
### Is there a minimum?
No.`;

it('leaves the questions that hold the most of what is looked for, and the headings above them', () => {
  const body = page(FEW);
  expect(showOnly(body, 'card invoices')).toEqual({ count: 1, isAll: true });
  expect(shownIn(body)).toEqual(['Where is my invoice?']);
  expect([...body.querySelectorAll('h2:not([hidden])')].map((heading) => heading.textContent)).toEqual(['Money']);
  expect(showOnly(body, 'card zebra')).toEqual({ count: 2, isAll: false });
  expect(showOnly(body, 'zebra').count).toBe(0);
  expect(showOnly(body, '?').count).toBe(0);
  expect(shownIn(body)).toEqual([]);
});

it('shows all of them closed again without words, and leaves open what the reader opened before any search', () => {
  const body = page(FEW);
  const [first] = body.querySelectorAll('details');
  first?.setAttribute('open', '');
  showOnly(body, '');
  expect(first?.open).toBe(true);
  showOnly(body, 'invoice');
  showOnly(body, '');
  expect(shownIn(body)).toHaveLength(3);
  expect(body.querySelectorAll('details[open], h2[hidden]')).toHaveLength(0);
});
