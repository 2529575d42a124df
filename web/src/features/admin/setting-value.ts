import type { Setting } from '~/api/sdk';

/** A value as people read it: numbers with a comma and their unit, lists in one line. */
export function shownValue({ kind, value, unit }: Setting): string {
  if (value === '') return kind === 'users' ? 'Nobody' : 'Empty';
  const number = value.replace('.', ',');
  switch (kind) {
    case 'money':
      return `$${number}`;
    case 'percent':
      return `${number} %`;
    case 'whole':
      return unit ? `${grouped(value)} ${unit}` : grouped(value);
    case 'users':
      return value === 'all' ? 'Everybody' : `Users ${value.split(' ').join(', ')}`;
    case 'lines':
      return value.split('\n').join(', ');
    case 'switch':
      return value === 'on' ? 'On' : 'Off';
    case 'text':
      return value;
  }
}

/** Thousands with no-break spaces between. */
const grouped = (digits: string): string => digits.replace(/\B(?=(\d{3})+$)/g, '\u00a0');

/** What was typed as the API takes it: a comma is a decimal point, and thousands may be grouped by spaces. */
export function sentValue(kind: Setting['kind'], typed: string): string {
  const text = typed.trim();
  return kind === 'money' || kind === 'percent' || kind === 'whole'
    ? text.replaceAll(/[\s\u00a0]/g, '').replace(',', '.')
    : text;
}
