import { TextInput, type TextInputProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type FocusEvent, useState } from 'react';
import { fieldErrors } from '~/api/problem';
import { checkLandingPageOptions, dataOf } from '~/api/queries';
import { cx } from '~/ui/classes';
import { landingHost } from './ad-values';
import styles from './ads.module.css';
import { typedWords } from './typed-link';

/** From the last letter to a look at the page, in milliseconds. */
const PAUSE_MS = 1_000;

/** Where a click leads: typed, and looked at when the field is left or a second after the last letter. */
export function LandingInput({
  url,
  known,
  onBlur,
  ...field
}: Omit<TextInputProps, 'value'> & {
  /** What stands in the field. */
  url: string;
  /** An address of which the form tells already what is known; it is not looked at. */
  known?: string | undefined;
}) {
  const [left, setLeft] = useState('');
  const [rested] = useDebouncedValue(url, PAUSE_MS);
  const isDone = url === rested || url === left;
  const asked = isDone && url !== known && landingHost(url) !== null ? url.trim() : null;
  return (
    <div>
      <TextInput
        label="Address"
        type="url"
        placeholder="https://shop.example/offer?c={click_id}"
        description="Words in braces are filled in at the click; {click_id} is what your tracker sends back with a conversion."
        required
        {...field}
        value={url}
        onBlur={(event: FocusEvent<HTMLInputElement>) => {
          setLeft(url);
          onBlur?.(event);
        }}
      />
      {/* It keeps its place, so that nothing moves when the answer comes. */}
      {url !== known && (
        <p className={styles.typed} role="status">
          {asked !== null && <Told url={asked} />}
        </p>
      )}
    </div>
  );
}

/** What a look at an address finds. Each is looked at once: who wants another look types it anew, or saves. */
function Told({ url }: { url: string }) {
  const { data, error, isError } = useQuery({
    ...checkLandingPageOptions({ body: { url } }),
    select: dataOf,
    staleTime: 'static',
    retry: false,
  });
  if (isError) {
    return <>{fieldErrors(error).url ?? 'The page cannot be looked at just now; it is once the ad is saved.'}</>;
  }
  if (!data) return <>Looking at the page…</>;
  const { tone, text } = typedWords(data);
  return <span className={cx(tone === 'bad' && styles.wrong)}>{text}</span>;
}
