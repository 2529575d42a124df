import { TextInput, type TextInputProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { errorText } from '~/api/problem';
import { dataOf, getPromoOfferOptions } from '~/api/queries';
import type { PromoOffer } from '~/api/sdk';
import { PROMO_CODE_FORM_LIMITS } from '~/api/words';
import { useUnit } from '~/app/queries';
import { formatMoney } from '~/lib/format';
import styles from '../top-up.module.css';

/** Pause in typing after which a code is looked up, in milliseconds: each look at a wrong one counts. */
const TYPING_MS = 600;
/** What a code gives is asked anew after this, in milliseconds. */
const OFFER_FRESH_MS = 60_000;
/** Shorter ones are no codes. */
const CODE_CHARS_MIN = PROMO_CODE_FORM_LIMITS.code.min;
/** What is pasted with a code around it is cut by nobody. */
const CODE_TYPED_MAX = 64;

const offerOf = (code: string, amount: number) => ({
  ...getPromoOfferOptions({ query: { code, amount } }),
  select: dataOf<PromoOffer>,
  retry: false,
  staleTime: OFFER_FRESH_MS,
  // Each look at a code that is none is counted: nobody's tries are used up by another window.
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
});

/** What a promo code gives for so many dollars. */
export function usePromoOffer(typed: string, dollars: number) {
  const [asked] = useDebouncedValue(`${typed.trim()} ${dollars}`, TYPING_MS);
  const [code = '', amount = '0'] = asked.split(' ');
  const isCode = code.length >= CODE_CHARS_MIN && code === typed.trim();
  // A code that is refused is not tried again with each amount: tries are counted.
  const known = useQuery({ ...offerOf(code, 0), enabled: isCode });
  const answer = useQuery({ ...offerOf(code, Number(amount)), enabled: isCode && known.isSuccess });
  const isOf = isCode && Number(amount) === dollars;
  return { offer: isOf ? answer.data : undefined, error: isCode && known.isError ? known.error : null };
}

/** A promo code for a top-up, with what it gives. */
export function PromoField({
  dollars,
  found: { offer, error },
  ...input
}: TextInputProps & { dollars: number; found: ReturnType<typeof usePromoOffer> }) {
  const unit = useUnit();
  const bonus =
    offer && dollars > 0 && offer.bonus > 0
      ? offer.is_in_use
        ? `${formatMoney(offer.bonus, unit)} more, for the one of your top-ups with this code that is paid first.`
        : `${formatMoney(offer.bonus, unit)} more when the money came in.`
      : null;
  const least =
    offer && !bonus
      ? offer.minimum > 0
        ? `It gives something for top-ups from ${formatMoney(offer.minimum, unit)}.`
        : 'It gives something for every top-up.'
      : null;
  return (
    <div className={styles.promo}>
      <TextInput
        label="Promo code"
        placeholder="If you have one"
        autoComplete="off"
        maxLength={CODE_TYPED_MAX}
        {...input}
        error={input.error ?? (error ? errorText(error) : null)}
      />
      <p role="status" className="s12 t2">
        {bonus ?? least ?? ''}
      </p>
    </div>
  );
}
