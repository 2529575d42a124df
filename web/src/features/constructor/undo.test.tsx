import { act, screen } from '@testing-library/react';
import { type FormEvent, useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import type { Block, Site } from '~/api/sdk';
import type { Template } from '~/api/types';
import { ok, stubApi } from '~/test/api-stub';
import { showAt } from '~/test/show';
import { type BlockFormState, useBlockForm } from './use-block-form';

afterEach(() => vi.unstubAllGlobals());

const TEMPLATE: Template = {
  id: 1,
  block_format_type_id: 1,
  config: { name: 'x', label: 'X', fields: [], sizes: [] },
  initial_values: { gap: 0, radius: 0 },
  is_global: true,
};
const BLOCK = {
  id: 5,
  name: 'Sidebar',
  config: { gap: 4, radius: 2 },
  custom_styles: '',
  passback_html: '',
  passback_url: '',
  refresh_seconds: null,
  placement: 'in_place',
  article_paragraphs: null,
  ecpm_floor: 0,
  country_floors: [],
  version: 1,
};

/** A block in its form, and somebody else who changes it. */
async function open() {
  let form: BlockFormState | undefined;
  let change: (block: typeof BLOCK) => void = () => undefined;
  function Form() {
    const [block, setBlock] = useState(BLOCK);
    change = setBlock;
    form = useBlockForm({ id: 3 } as Site, TEMPLATE, block as unknown as Block);
    return <p>Here</p>;
  }
  showAt('/here', <Form />);
  await screen.findByText('Here');
  const now = () => form as BlockFormState;
  return {
    now,
    set: (gap: number, radius = now().draft.config.radius as number) =>
      act(() => now().edit({ config: { gap, radius } }, `config.${gap}.${radius}`)),
    changeElsewhere: (part: Partial<typeof BLOCK>) => act(() => change({ ...BLOCK, ...part, version: 2 })),
  };
}

it('undoes own steps alone after what was changed elsewhere was put in', async () => {
  const { now, set, changeElsewhere } = await open();
  set(6);
  set(8);
  changeElsewhere({ name: 'Sidebar, renamed', config: { gap: 4, radius: 9 } });
  act(() => now().conflict?.resolve('mine'));
  expect(now().draft).toMatchObject({ name: 'Sidebar, renamed', config: { gap: 8, radius: 9 } });
  act(() => now().undo());
  expect(now().draft).toMatchObject({ name: 'Sidebar, renamed', config: { gap: 6, radius: 9 } });
  act(() => now().undo());
  expect(now().draft).toMatchObject({ name: 'Sidebar, renamed', config: { gap: 4, radius: 9 } });
  expect(now().canUndo).toBe(false);
  act(() => now().redo());
  expect(now().draft).toMatchObject({ name: 'Sidebar, renamed', config: { gap: 6, radius: 9 } });
});

it('goes back to what stands there by now where both have changed the same', async () => {
  const { now, set, changeElsewhere } = await open();
  set(6);
  changeElsewhere({ config: { gap: 5, radius: 2 } });
  act(() => now().conflict?.resolve('mine'));
  expect(now().draft.config.gap).toBe(6);
  act(() => now().undo());
  expect(now().draft.config.gap).toBe(5);
});

it('has nothing to undo once the other change was taken', async () => {
  const { now, set, changeElsewhere } = await open();
  set(6);
  changeElsewhere({ config: { gap: 5, radius: 2 } });
  act(() => now().conflict?.resolve('theirs'));
  expect(now().draft.config.gap).toBe(5);
  expect(now().canUndo).toBe(false);
});

it('takes in what was changed elsewhere while all own steps are undone', async () => {
  const { now, set, changeElsewhere } = await open();
  set(6);
  act(() => now().undo());
  changeElsewhere({ config: { gap: 5, radius: 9 } });
  expect(now().draft.config).toEqual({ gap: 5, radius: 9 });
  act(() => now().redo());
  expect(now().draft.config).toEqual({ gap: 5, radius: 9 });
});

it('sends nothing over what was changed elsewhere, and then the version that it shows', async () => {
  const calls = stubApi({ 'PUT /api/webmaster/blocks/5': ok({ data: { ...BLOCK, version: 3 } }) });
  const { now, set, changeElsewhere } = await open();
  const event = { nativeEvent: {}, preventDefault() {}, stopPropagation() {} } as FormEvent;
  const submit = () => act(async () => now().onSubmit(event));
  set(6);
  changeElsewhere({ config: { gap: 5, radius: 2 } });
  await submit();
  expect(calls).toEqual([]);
  act(() => now().conflict?.resolve('mine'));
  await submit();
  expect(calls).toMatchObject([{ body: { version: 2, config: { gap: 6 } } }]);
});
