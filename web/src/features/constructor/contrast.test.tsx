import definitions from '@render/templates.json';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import type { TemplateField } from '~/api/types';
import { show } from '~/test/show';
import { contrastOf, faintIn } from './contrast';
import { ContrastNote } from './contrast-note';
import { type Config, sectionsOf } from './fields';

const initial = (fields: readonly { key: string; default: unknown }[]): Config =>
  Object.fromEntries(fields.map((field) => [field.key, field.default])) as Config;

describe('contrast', () => {
  it('is what WCAG says', () => {
    expect(contrastOf('#000', '#ffffff')).toBeCloseTo(21);
    expect(contrastOf('#777777', '#fff')).toBeCloseTo(4.48, 2);
    expect(contrastOf('#00000080', '#fff')).toBeCloseTo(4, 1);
    // What is seen through is the page's.
    expect(contrastOf('#000', '#ffffff80')).toBeUndefined();
    expect(contrastOf('red', '#fff')).toBeUndefined();
  });

  it('is enough in every look of every template, light and dark', () => {
    for (const { name, fields, presets } of definitions) {
      for (const { label, config } of [{ label: 'as it begins', config: {} }, ...presets]) {
        for (const scheme of ['light', 'dark']) {
          const found = faintIn({ ...initial(fields), ...(config as unknown as Config), scheme });
          expect([name, label, scheme, found]).toEqual([name, label, scheme, []]);
        }
      }
    }
  });

  it('is asked of the schemes that are shown, and less of large titles', () => {
    const [first] = definitions;
    const config: Config = { ...initial(first?.fields ?? []), title_color: '#888888', title_color_dark: '#555555' };
    const keys = (more: Config) => faintIn({ ...config, ...more }).map(({ key }) => key);
    expect(keys({})).toEqual(['title_color']);
    expect(keys({ scheme: 'dark' })).toEqual(['title_color_dark']);
    expect(keys({ scheme: 'auto' })).toEqual(['title_color', 'title_color_dark']);
    expect(keys({ title_size: 24 })).toEqual([]);
    expect(keys({ title_size: 20, title_weight: '700' })).toEqual([]);
    expect(keys({ title_size: 20 })).toEqual(['title_color']);
  });

  it('warns at the colour, and takes one that can be read', async () => {
    const definition = definitions.find(({ name }) => name === 'text-button');
    const fields = (definition?.fields ?? []) as TemplateField[];
    const lines = sectionsOf(fields).flatMap((section) => section.lines);
    function Form() {
      const [config, setConfig] = useState<Config>({ ...initial(fields), text_color: '#bbbbbb' });
      return lines.map((line) => (
        <ContrastNote
          key={line.kind === 'one' ? line.field.key : line.label}
          line={line}
          config={config}
          onChange={(key, value) => setConfig({ ...config, [key]: value })}
        />
      ));
    }
    show(<Form />);
    expect(screen.getByText('Hard to read, light: 1.9:1 on the background. Readers need 4.5:1.')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: /^Take #7\w{5}, light$/ }));
    expect(screen.queryByText(/Hard to read/)).toBeNull();
  });
});
