import { NumberInput, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '~/api/problem';
import { dataOf, listCountriesOptions } from '~/api/queries';
import type { ExplainForm as Body } from '~/api/sdk';
import { BROWSER_LABELS, Browser, DEVICE_TYPE_LABELS, DeviceType } from '~/api/words';
import { useUnit } from '~/app/queries';
import { given, wordOf } from '~/lib/list';
import { languageName } from '~/lib/names';
import { Button } from '~/ui/button';
import { type Choice, choicesOf, OneField } from '~/ui/choices';
import { Note } from '~/ui/note';
import { osQuery, trafficSourcesQuery } from '../targeting/lists';
import { LANGUAGES } from '../targeting/targeting-fields';
import type { ExplainCall } from './delivery-funnel';
import { explainedText } from './delivery-words';
import styles from './explain-form.module.css';

/** What is typed of a request, as it is called. */
const TYPED = [
  ['ip', 'Address'],
  ['host', 'Host of the page'],
  ['category', 'Category of the page'],
  ['keywords', 'Keywords of the page'],
] as const;

/** What is chosen of it. */
type Chosen = 'country' | 'device' | 'os' | 'browser' | 'language' | 'traffic';

/** A request as it is described: what is left open is not known of it. */
type Described = Record<(typeof TYPED)[number][0], string> &
  Record<Chosen, string | null> &
  Record<'block' | 'isp', string | number>;

/** How one of the choices is offered. */
interface Offered {
  name: Chosen;
  label: string;
  none: string;
  data: readonly Choice[];
  searchable?: true;
}

const NOTHING: Described = {
  block: '',
  host: '',
  country: null,
  isp: '',
  ip: '',
  device: null,
  os: null,
  browser: null,
  language: null,
  traffic: null,
  category: '',
  keywords: '',
};

const wordsOf = (labels: Readonly<Record<number, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));
const languages = LANGUAGES.map((code) => ({ value: code, label: languageName(code) }));
const numberOf = (typed: string | number): number | undefined => (Number(typed) >= 1 ? Number(typed) : undefined);
const textOf = (typed: string): string | undefined => typed.trim() || undefined;

/** What is asked. */
const bodyOf = (told: Described): Body =>
  given({
    block_id: numberOf(told.block),
    host: textOf(told.host),
    country: told.country ?? undefined,
    isp: numberOf(told.isp),
    ip: textOf(told.ip),
    device_type: wordOf(DeviceType, Number(told.device)),
    os: told.os === null ? undefined : (Number(told.os) as Body['os'] & number),
    browser: wordOf(Browser, Number(told.browser)),
    language: told.language ?? undefined,
    traffic_source_id: numberOf(told.traffic ?? ''),
    page_category: textOf(told.category),
    page_keywords: textOf(told.keywords),
  });

/** Asks at which step an ad falls out of a request that is described. */
export function ExplainForm({ ad, explain: call }: { ad: number; explain: ExplainCall }) {
  const unit = useUnit();
  const [told, setTold] = useState(NOTHING);
  const explain = useMutation(call());
  const countries = useQuery({ ...listCountriesOptions(), select: dataOf }).data;
  const systems = useQuery(osQuery).data;
  const sources = useQuery(trafficSourcesQuery).data;
  // They are told by the device types that run them, some by several.
  const osNames = new Map((systems ?? []).flatMap(({ children }) => children.map((os) => [os.id, os.name])));
  const chosen: readonly Offered[] = [
    {
      name: 'country',
      label: "Visitor's country",
      none: 'No country',
      searchable: true,
      data: (countries ?? []).map(({ code, name }) => ({ value: code, label: name })),
    },
    { name: 'device', label: 'Device', none: 'No device', data: wordsOf(DEVICE_TYPE_LABELS) },
    {
      name: 'os',
      label: 'System',
      none: 'No system',
      data: choicesOf([...osNames].map(([id, name]) => ({ id, name }))),
    },
    { name: 'browser', label: 'Browser', none: 'No browser', data: wordsOf(BROWSER_LABELS) },
    { name: 'language', label: 'Language', none: 'No language', searchable: true, data: languages },
    { name: 'traffic', label: 'Kind of traffic', none: 'No kind of traffic', data: choicesOf(sources) },
  ];
  const change = (more: Partial<Described>) => {
    // The answer is that to what was asked.
    explain.reset();
    setTold((before) => ({ ...before, ...more }));
  };
  return (
    <>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          explain.mutate({ path: { id: ad }, body: bodyOf(told) });
        }}
      >
        <NumberInput
          label="Number of a block"
          description="What is left open is not known of the request."
          min={1}
          allowDecimal={false}
          hideControls
          required
          value={told.block}
          onChange={(block) => change({ block })}
        />
        {chosen.map(({ name, label, none, data, searchable = false }) => (
          <OneField
            key={name}
            label={label}
            empty="Not known"
            clear={none}
            searchable={searchable}
            data={data}
            value={told[name]}
            onChange={(value) => change({ [name]: value })}
          />
        ))}
        <NumberInput
          label="Network (AS number)"
          min={1}
          allowDecimal={false}
          hideControls
          value={told.isp}
          onChange={(isp) => change({ isp })}
        />
        {TYPED.map(([name, label]) => (
          <TextInput
            key={name}
            label={label}
            value={told[name]}
            onChange={(event) => change({ [name]: event.currentTarget.value })}
          />
        ))}
        <Button type="submit" disabled={explain.isPending}>
          Why not there?
        </Button>
      </form>
      <div role="status">
        {explain.isError && <Note tone="warn">{errorText(explain.error)}</Note>}
        {explain.data && (
          <Note tone="info">{`${explain.data.data.name}: ${explainedText(explain.data.data, unit)}`}</Note>
        )}
      </div>
    </>
  );
}
