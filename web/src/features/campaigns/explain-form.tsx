import { NumberInput, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '~/api/problem';
import { dataOf, listCountriesOptions } from '~/api/queries';
import type { ExplainForm as Body } from '~/api/sdk';
import { BROWSER_LABELS, Browser, DEVICE_TYPE_LABELS, DeviceType } from '~/api/words';
import { given, wordOf } from '~/lib/list';
import { languageName } from '~/lib/names';
import { Button } from '~/ui/button';
import { choicesOf, OneField } from '~/ui/choices';
import { Note } from '~/ui/note';
import { osQuery, trafficSourcesQuery } from '../targeting/lists';
import { LANGUAGES } from '../targeting/targeting-fields';
import type { ExplainCall } from './delivery-funnel';
import styles from './explain-form.module.css';

/** A request as it is described: what is left open is not known of it. */
interface Described {
  block: string | number;
  host: string;
  country: string | null;
  isp: string | number;
  ip: string;
  device: string | null;
  os: string | null;
  browser: string | null;
  language: string | null;
  traffic: string | null;
  category: string;
  keywords: string;
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
  const [told, setTold] = useState(NOTHING);
  const explain = useMutation(call());
  const countries = useQuery({ ...listCountriesOptions(), select: dataOf }).data;
  const systems = useQuery(osQuery).data;
  const sources = useQuery(trafficSourcesQuery).data;
  // They are told by the device types that run them, some by several.
  const osNames = new Map((systems ?? []).flatMap(({ children }) => children.map((os) => [os.id, os.name])));
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
        <OneField
          label="Visitor's country"
          empty="Not known"
          clear="No country"
          searchable
          data={(countries ?? []).map(({ code, name }) => ({ value: code, label: name }))}
          value={told.country}
          onChange={(country) => change({ country })}
        />
        <OneField
          label="Device"
          empty="Not known"
          clear="No device"
          data={wordsOf(DEVICE_TYPE_LABELS)}
          value={told.device}
          onChange={(device) => change({ device })}
        />
        <OneField
          label="System"
          empty="Not known"
          clear="No system"
          data={choicesOf([...osNames].map(([id, name]) => ({ id, name })))}
          value={told.os}
          onChange={(os) => change({ os })}
        />
        <OneField
          label="Browser"
          empty="Not known"
          clear="No browser"
          data={wordsOf(BROWSER_LABELS)}
          value={told.browser}
          onChange={(browser) => change({ browser })}
        />
        <OneField
          label="Language"
          empty="Not known"
          clear="No language"
          searchable
          data={LANGUAGES.map((code) => ({ value: code, label: languageName(code) }))}
          value={told.language}
          onChange={(language) => change({ language })}
        />
        <OneField
          label="Kind of traffic"
          empty="Not known"
          clear="No kind of traffic"
          data={choicesOf(sources)}
          value={told.traffic}
          onChange={(traffic) => change({ traffic })}
        />
        <NumberInput
          label="Network (AS number)"
          min={1}
          allowDecimal={false}
          hideControls
          value={told.isp}
          onChange={(isp) => change({ isp })}
        />
        <TextInput label="Address" value={told.ip} onChange={(event) => change({ ip: event.currentTarget.value })} />
        <TextInput
          label="Host of the page"
          value={told.host}
          onChange={(event) => change({ host: event.currentTarget.value })}
        />
        <TextInput
          label="Category of the page"
          value={told.category}
          onChange={(event) => change({ category: event.currentTarget.value })}
        />
        <TextInput
          label="Keywords of the page"
          value={told.keywords}
          onChange={(event) => change({ keywords: event.currentTarget.value })}
        />
        <Button type="submit" disabled={explain.isPending}>
          Why not there?
        </Button>
      </form>
      <div role="status">
        {explain.isError && <Note tone="warn">{errorText(explain.error)}</Note>}
        {explain.data && <Note tone="info">{`${explain.data.data.name}: ${explain.data.data.text}`}</Note>}
      </div>
    </>
  );
}
