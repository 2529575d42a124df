import { TextInput, type TextInputProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconRefresh } from '@tabler/icons-react';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type FocusEvent, useState } from 'react';
import { fieldErrors } from '~/api/problem';
import { checkLandingPageOptions, dataOf } from '~/api/queries';
import type { LinkCheck } from '~/api/sdk';
import { Button } from '~/ui/button';
import { cx } from '~/ui/classes';
import { landingHost } from '../ad-values';
import styles from '../ads.module.css';
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
  // Each address is looked at once while it stands there: no change elsewhere has it looked at again, and one that is typed anew
  // is looked at anew.
  const look = useQuery({
    ...checkLandingPageOptions({ body: { url: asked ?? '' } }),
    select: dataOf,
    enabled: asked !== null,
    staleTime: 'static',
    gcTime: 0,
    retry: false,
  });
  const told = asked === null ? null : toldOf(look);
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
        <div className={styles.typed}>
          <p className={cx(told?.isWrong && styles.wrong)} role="status">
            {told?.text}
          </p>
          {told?.again && (
            <Button
              size="sm"
              variant="ghost"
              aria-disabled={look.isFetching}
              onClick={() => {
                if (!look.isFetching) void look.refetch();
              }}
            >
              <IconRefresh size={14} aria-hidden />
              Look again
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

/** What is told of a look at an address; another one is offered where the last did not find all well. */
function toldOf({ data, error, isError, isFetching, isFetched }: UseQueryResult<LinkCheck, unknown>): {
  text: string;
  isWrong?: boolean;
  again: boolean;
} {
  if (isFetching) return { text: 'Looking at the page…', again: isFetched };
  if (isError) {
    const { url: wrong } = fieldErrors(error);
    if (wrong) return { text: wrong, again: false };
    return { text: 'The page cannot be looked at just now; it is once the ad is saved.', again: true };
  }
  if (!data) return { text: 'Looking at the page…', again: false };
  const { tone, text } = typedWords(data);
  return { text, isWrong: tone === 'bad', again: tone !== 'ok' };
}
