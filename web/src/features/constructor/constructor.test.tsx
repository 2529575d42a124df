import { describe, expect, it } from 'vitest';
import type { Template, TemplateField } from '~/api/types';
import { ALL_TEMPLATES } from '~/test/templates';
import { type Placed, type Platform, snippetsFor } from './code';
import { differences, draftBody, draftErrors, newDraft } from './draft';
import { configErrors, fitted, gridAt, isColor, placesOf, sectionsOf, sixDigits } from './fields';
import { begin, changed, redone, SAME_STEP_MS, STEPS_MAX, undone } from './history';

const [first] = ALL_TEMPLATES as [Template, ...Template[]];

describe('history', () => {
  it('takes steps back and forward again', () => {
    let history = begin(0);
    for (const [index, value] of [1, 2, 3].entries()) history = changed(history, value, `k${index}`, index);
    history = undone(undone(history));
    expect(history.present).toBe(1);
    expect(redone(history).present).toBe(2);
    expect(changed(history, 9, 'k', 10).future).toEqual([]);
    expect(undone(begin(0)).present).toBe(0);
    expect(redone(begin(0)).present).toBe(0);
  });

  it('joins changes of one thing that follow closely', () => {
    let history = begin('');
    history = changed(history, 'a', 'name', 0);
    history = changed(history, 'ab', 'name', SAME_STEP_MS - 1);
    expect(undone(history).present).toBe('');
    history = changed(history, 'abc', 'name', SAME_STEP_MS * 3);
    expect(undone(history).present).toBe('ab');
    expect(undone(changed(history, 'abcd', 'gap', SAME_STEP_MS * 3 + 1)).present).toBe('abc');
  });

  it('forgets the oldest steps', () => {
    let history = begin(0);
    for (let step = 1; step <= STEPS_MAX + 50; step += 1) history = changed(history, step, String(step), step);
    expect(history.past).toHaveLength(STEPS_MAX);
  });
});

describe('settings', () => {
  it('shows each setting of every template once', () => {
    for (const template of ALL_TEMPLATES) {
      const keys = sectionsOf(template.config.fields).flatMap((section) =>
        section.lines.flatMap((line) =>
          line.kind === 'one' ? [line.field.key] : line.fields.map((field) => field.key),
        ),
      );
      expect([...keys].sort()).toEqual(template.config.fields.map((field) => field.key).sort());
    }
  });

  it('puts what differs by device or scheme on one line', () => {
    const lines = sectionsOf(first.config.fields).flatMap((section) => section.lines);
    const columns = lines.find((line) => line.kind === 'devices');
    expect(columns).toMatchObject({ label: 'Columns' });
    expect(columns?.kind === 'devices' && columns.fields.map((field) => field.key)).toEqual([
      'columns_phone',
      'columns_tablet',
      'columns',
    ]);
    expect(lines.filter((line) => line.kind === 'schemes').length).toBeGreaterThan(2);
  });

  it('keeps numbers in their range and knows colours', () => {
    const field: TemplateField = { key: 'gap', section: '', label: '', type: 'integer', min: 2, max: 8, default: 2 };
    expect([fitted(field, 1), fitted(field, 3.6), fitted(field, 99)]).toEqual([2, 4, 8]);
    expect(['#fff', '#ffff', '#1a2b3c', '#1a2b3c80'].every(isColor)).toBe(true);
    expect(['fff', '#12', '#12345', 'red', '#ggg'].some(isColor)).toBe(false);
    expect([sixDigits('#abc'), sixDigits('#1A2B3C80'), sixDigits('red')]).toEqual(['#aabbcc', '#1a2b3c', '#000000']);
  });

  it('counts places and lines of ads by width', () => {
    const config = { rows: 2, columns: 3, columns_tablet: 2, columns_phone: 1 };
    expect(placesOf(config)).toBe(6);
    expect([1080, 768, 360].map((width) => gridAt(config, width))).toEqual([
      { columns: 3, rows: 2 },
      { columns: 2, rows: 3 },
      { columns: 1, rows: 6 },
    ]);
  });

  it('finds what cannot be saved', () => {
    expect(configErrors(first.config.fields, { ...first.initial_values, background: 'red' })).toEqual({
      'config.background': 'A colour such as #1a2b3c.',
    });
  });
});

describe('draft', () => {
  it('counts what differs', () => {
    const draft = newDraft(first, 'After the article');
    expect(differences(draft, draft)).toBe(0);
    expect(differences(draft, { ...draft, name: 'x', config: { ...draft.config, gap: 1, radius: 2 } })).toBe(3);
  });

  it('is valid as the template gives it, once it has a name', () => {
    for (const template of ALL_TEMPLATES) {
      expect(draftErrors(newDraft(template, 'Sidebar'), template)).toEqual({});
      expect(Object.keys(draftErrors(newDraft(template, ' '), template))).toEqual(['name']);
    }
    const draft = newDraft(first, 'Sidebar');
    const wide = { ...draft, config: { ...draft.config, rows: 6, columns: 5 }, custom_styles: 'ä'.repeat(5000) };
    expect(Object.keys(draftErrors(wide, first)).sort()).toEqual(['config.rows', 'custom_styles']);
  });

  it('names the version only when it changes a block', () => {
    const draft = newDraft(first, ' Sidebar ');
    expect(draftBody(draft, first, undefined)).not.toHaveProperty('version');
    expect(draftBody(draft, first, 3)).toMatchObject({ name: 'Sidebar', template_id: first.id, version: 3 });
  });
});

describe('code', () => {
  const tag = { domain: 'ads.example', path: '/p.js', attribute: 'data-placard' };
  const placed = {
    tag,
    block: 41,
    domain: 'harborpost.example',
    heights: [900, 300, 300],
    placement: 'in_place',
  } as const;
  const codeFor = (platform: Platform, of: Placed = placed) =>
    snippetsFor(platform, of)
      .map((snippet) => snippet.code)
      .join('\n');

  it('names the script, the block and its height wherever scripts run', () => {
    for (const platform of ['html', 'react', 'vue', 'svelte'] as const) {
      const code = codeFor(platform);
      expect(code).toContain('//ads.example/p.js');
      expect(code).toContain('data-placard="41"');
      expect(code).toContain('[data-placard="41"]{min-height:900px}');
    }
  });

  it('gives WordPress what its plugin asks for, and AMP a frame', () => {
    expect(codeFor('wordpress')).toBe(
      '//ads.example/p.js\n41\n900,300,300\n[placard block="41" heights="900,300,300"]',
    );
    expect(codeFor('wordpress', { ...placed, tag: { ...tag, attribute: 'data-spot' } })).toContain('data-spot');
    expect(codeFor('amp')).toContain(
      'referrerpolicy="origin" src="https://ads.example/d/frame/41?on=harborpost.example"',
    );
  });
});
