import { MultiSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { Targeting } from '~/api/types';
import { GROUP_FORM_LIMITS } from '~/api/words';
import { someOf } from '~/lib/names';
import { Button } from '~/ui/button';
import { choicesOf } from '~/ui/choices';
import { CheckChoices, FieldError, FieldPair, FormSection } from '~/ui/form';
import { Note } from '~/ui/note';
import { GeoTree } from './geo-tree';
import { HOURS_OF_WEEK } from './hours';
import { HoursGrid } from './hours-grid';
import { type Inherited, inheritedOf } from './inherited';
import { useIpFeature } from './ip-feature';
import { LANGUAGE_CHOICES } from './languages';
import { browsersQuery, deviceTypesQuery, ispsQuery, osQuery } from './lists';
import { placesText, type TargetingNames, useTargetingNames } from './names';
import { PasteList } from './paste-list';
import { BETWEEN_KEYWORDS, parseKeyword, parseRange } from './pasted';
import type { TargetingValues } from './values';

/** The most networks in one list. */
const ISPS_MAX = GROUP_FORM_LIMITS.isps.max;

/** The sections of a form that narrow the audience. */
export function TargetingFields({
  value,
  onChange,
  errors = {},
  campaign,
  pages = true,
}: {
  value: TargetingValues;
  onChange(patch: Partial<TargetingValues>): void;
  errors?: Record<string, string | undefined>;
  /** Ads are asked for by pages that are open: notifications have no page, and no address of the visitor. */
  pages?: boolean;
  /** What holds beside it: the targeting of the campaign above. */
  campaign?: Targeting;
}) {
  const names = useTargetingNames({
    isps: [...value.isps, ...(campaign?.isps ?? [])],
    regions: campaign?.regions ?? [],
    cities: campaign?.cities ?? [],
  });
  const inherited = campaign && inheritedOf(campaign, value, names);
  return (
    <>
      <FormSection id="geo" title="Places" hint="Where the visitor's address is.">
        <FromCampaign inherited={inherited?.geo} />
        <GeoTree label="Places" value={value.places} onChange={(places) => onChange({ places })} />
        <FieldError text={errors.places} />
      </FormSection>
      <FormSection id="devices" title="Devices and browsers" hint="What nothing is chosen for is not narrowed.">
        <FromCampaign inherited={inherited?.devices} />
        <Devices value={value} onChange={onChange} />
      </FormSection>
      <FormSection id="networks" title="Language and networks">
        <FromCampaign inherited={inherited?.networks} />
        <Networks
          value={value}
          onChange={onChange}
          error={errors.isps}
          rangeError={errors.ip_targetings}
          withRanges={pages}
        />
      </FormSection>
      {pages && (
        <FormSection
          id="keywords"
          title="Keywords of the page"
          hint="Publishers may say in their code what a page is about. A page that says nothing is met only if you want none."
        >
          <FromCampaign inherited={inherited?.keywords} />
          <Keywords value={value} onChange={onChange} errors={errors} />
        </FormSection>
      )}
      {!pages && (
        <FormSection
          id="keywords"
          title="Pages with its cards"
          hint="Cards in push blocks stand on pages. Notifications have no page and come whatever is written here."
        >
          <HeldPages value={value} onChange={onChange} error={errors.keywords ?? errors.ip_targetings} />
          <ExcludedKeywords value={value} onChange={onChange} error={errors.excluded_keywords} />
        </FormSection>
      )}
      <FormSection id="hours" title="Hours" hint="Paint the hours of the week in which ads run.">
        <FromCampaign inherited={inherited?.hours} />
        <HoursGrid labelledBy="hours" value={value.hours} onChange={(hours) => onChange({ hours })} />
        <FieldError text={errors.hours} />
      </FormSection>
    </>
  );
}

/** Keywords of pages on which ads are wanted, and on which they are not. */
export function Keywords({
  value,
  onChange,
  errors = {},
}: {
  value: Pick<TargetingValues, 'keywords' | 'excluded_keywords'>;
  onChange(patch: Partial<TargetingValues>): void;
  errors?: Record<string, string | undefined>;
}) {
  return (
    <>
      <PasteList
        id="wanted-keywords"
        label="Only pages with one of these"
        hint="running shoes, marathon"
        value={value.keywords}
        onChange={(keywords) => onChange({ keywords })}
        parse={parseKeyword}
        between={BETWEEN_KEYWORDS}
        error={errors.keywords}
      />
      <ExcludedKeywords value={value} onChange={onChange} error={errors.excluded_keywords} />
    </>
  );
}

function ExcludedKeywords({
  value,
  onChange,
  error,
}: {
  value: Pick<TargetingValues, 'excluded_keywords'>;
  onChange(patch: Partial<TargetingValues>): void;
  error: string | undefined;
}) {
  return (
    <PasteList
      id="excluded-keywords"
      label="Never pages with one of these"
      hint="accident, recall"
      value={value.excluded_keywords}
      onChange={(excluded_keywords) => onChange({ excluded_keywords })}
      parse={parseKeyword}
      between={BETWEEN_KEYWORDS}
      error={error}
    />
  );
}

/** What an older push campaign may want of pages and addresses, which no notification has: it is kept until it is taken away. */
function HeldPages({
  value: { keywords, ip_targetings: ranges },
  onChange,
  error,
}: {
  value: Pick<TargetingValues, 'keywords' | 'ip_targetings'>;
  onChange(patch: Partial<TargetingValues>): void;
  error: string | undefined;
}) {
  const hasRanges = useIpFeature();
  if (keywords.length === 0 && ranges.length === 0) return null;
  return (
    <>
      <Note tone="warn">
        {keywords.length > 0 && `Only pages with ${someOf(keywords)}. `}
        {ranges.length > 0 && `Only addresses in ${someOf(ranges)}. `}
        No notification is sent for them; cards on pages may meet them. Without them it is for all subscribers whom the
        rest fits.
        {ranges.length > 0 && !hasRanges && ' Your account may not have ranges any more: they go with the next save.'}
      </Note>
      <div>
        <Button onClick={() => onChange({ keywords: [], ip_targetings: [] })}>Take them away</Button>
      </div>
      <FieldError text={error} />
    </>
  );
}

/** Device types, their systems, and browsers. */
export function Devices({
  value,
  onChange,
}: {
  value: TargetingValues;
  onChange(patch: Partial<TargetingValues>): void;
}) {
  const devices = useQuery(deviceTypesQuery);
  const systems = useQuery(osQuery);
  const browsers = useQuery(browsersQuery);
  const deviceName = (id: number) => devices.data?.find((device) => device.id === id)?.name ?? '';
  const pairs = (systems.data ?? [])
    .filter((group) => value.device_types.length === 0 || value.device_types.includes(group.device_type_id))
    .map((group) => ({
      group: deviceName(group.device_type_id),
      items: group.children.map((os) => ({ value: `${group.device_type_id}:${os.id}`, label: os.name })),
    }));
  return (
    <>
      <CheckChoices
        label="Device types"
        options={(devices.data ?? []).map((device) => ({ value: device.id, label: device.name }))}
        value={value.device_types}
        onChange={(device_types) =>
          onChange({
            device_types,
            // Systems of a device type that is no longer meant would exclude everybody.
            os: value.os.filter((os) => device_types.length === 0 || device_types.includes(os.device_type)),
          })
        }
      />
      <FieldPair>
        <MultiSelect
          label="Systems"
          placeholder={value.os.length === 0 ? 'All systems' : undefined}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': 'Clear the systems' }}
          data={pairs}
          value={value.os.map((os) => `${os.device_type}:${os.value}`)}
          onChange={(keys) =>
            onChange({
              os: keys.map((key) => {
                const [device_type = 0, os = 0] = key.split(':').map(Number);
                return { device_type, value: os };
              }),
            })
          }
        />
        <MultiSelect
          label="Browsers"
          placeholder={value.browsers.length === 0 ? 'All browsers' : undefined}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': 'Clear the browsers' }}
          data={choicesOf(browsers.data)}
          value={value.browsers.map(String)}
          onChange={(ids) => onChange({ browsers: ids.map(Number) })}
        />
      </FieldPair>
    </>
  );
}

/** Networks, by name or number. */
export function NetworkField({
  value,
  onChange,
  error,
}: {
  value: readonly number[];
  onChange(isps: number[]): void;
  error?: string | undefined;
}) {
  const [search, setSearch] = useState('');
  const found = useQuery(ispsQuery(search.trim(), []));
  const known = useQuery({ ...ispsQuery('', value), enabled: value.length > 0 });
  const options = useMemo(() => {
    const byId = new Map<string, string>();
    for (const isp of [...(known.data?.data ?? []), ...(found.data?.data ?? [])]) {
      byId.set(String(isp.id), `${isp.name} (AS${isp.id})`);
    }
    for (const id of value) if (!byId.has(String(id))) byId.set(String(id), `AS${id}`);
    return [...byId].map(([id, label]) => ({ value: id, label }));
  }, [known.data, found.data, value]);
  return (
    <MultiSelect
      label="Networks"
      placeholder={value.length === 0 ? 'All networks' : undefined}
      description={value.length > 0 ? `${value.length} of ${ISPS_MAX}` : undefined}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'Clear the networks' }}
      maxValues={ISPS_MAX}
      data={options}
      // The server has searched already.
      filter={({ options: all }) => all}
      onSearchChange={setSearch}
      nothingFoundMessage="No network is called so."
      value={value.map(String)}
      onChange={(ids) => onChange(ids.map(Number))}
      error={error}
    />
  );
}

/** Ranges of addresses. */
export function AddressRanges({
  value,
  onChange,
  error,
}: {
  value: readonly string[];
  onChange(ranges: string[]): void;
  error?: string | undefined;
}) {
  return (
    <PasteList
      id="ip-ranges"
      label="Address ranges"
      hint="203.0.113.0/24, 2001:db8::/32"
      value={value}
      onChange={onChange}
      parse={parseRange}
      error={error}
    />
  );
}

function Networks({
  value,
  onChange,
  error,
  rangeError,
  withRanges,
}: {
  value: TargetingValues;
  onChange(patch: Partial<TargetingValues>): void;
  error: string | undefined;
  rangeError: string | undefined;
  withRanges: boolean;
}) {
  const hasRanges = useIpFeature();
  return (
    <>
      <FieldPair>
        <MultiSelect
          label="Languages"
          placeholder={value.languages.length === 0 ? 'All languages' : undefined}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': 'Clear the languages' }}
          data={LANGUAGE_CHOICES}
          value={value.languages}
          onChange={(languages) => onChange({ languages })}
        />
        <NetworkField value={value.isps} onChange={(isps) => onChange({ isps })} error={error} />
      </FieldPair>
      {withRanges && hasRanges && (
        <AddressRanges
          value={value.ip_targetings}
          onChange={(ip_targetings) => onChange({ ip_targetings })}
          error={rangeError}
        />
      )}
    </>
  );
}

/** What the campaign above allows here, and where it excludes what is chosen. */
function FromCampaign({ inherited }: { inherited: Inherited | undefined }) {
  if (!inherited || inherited.allows.length === 0) return null;
  return (
    <>
      <p className="s13 t2">From the campaign. {inherited.allows.join('; ')}.</p>
      {inherited.warnings.map((warning) => (
        <Note key={warning} tone="warn">
          {warning}
        </Note>
      ))}
    </>
  );
}

/** The audience in short, for summaries. */
export function audienceFacts(value: TargetingValues, names: TargetingNames): [string, string][] {
  const some = (chosen: readonly string[], all: string) => (chosen.length === 0 ? all : someOf([...new Set(chosen)]));
  return [
    ['Places', placesText(value.places, names)],
    ['Devices', some(value.device_types.map(names.device), 'All')],
    [
      'Systems',
      some(
        value.os.map((os) => names.system(os.value)),
        'All',
      ),
    ],
    ['Browsers', some(value.browsers.map(names.browser), 'All')],
    ['Hours a week', `${value.hours.length} of ${HOURS_OF_WEEK}`],
  ];
}
