import { NATIVE_FORMAT_LABELS, type NativeFormat } from '~/api/words';
import templates from '../../../../tag/render/templates.json';
import { samplesOf, titleOf } from './samples';

const samples = samplesOf(templates);
const titles = samples.map((sample) => titleOf(sample, samples, NATIVE_FORMAT_LABELS[sample.format as NativeFormat]));

test('no two samples are called alike', () => {
  expect(new Set(titles).size).toBe(titles.length);
  // The part of notifications stands beside them.
  expect(titles).not.toContain('Push');
});

test('the format stands only where a name stands for two', () => {
  expect(titles.filter((title) => title.includes('('))).toEqual([
    'Image left (Native)',
    'Image top (Native)',
    'Push (Native)',
    'Image left (Teaser)',
    'Image top (Teaser)',
    'Push (Teaser)',
  ]);
});
