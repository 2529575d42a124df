import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { SignUpPage } from '~/features/signup/signup-page';
import { sourceSearch } from '~/lib/source-search';

/** A word of the address; numbers are words too. */
const word = z.catch(z.optional(z.coerce.string().check(z.maxLength(200))), undefined);

const search = z.object({
  role: z.catch(z.optional(z.enum(['advertiser', 'webmaster'])), undefined),
  referral: word,
  /** How referral links say the same. */
  r: word,
  ...sourceSearch,
  redirect_to: word,
});

export const Route = createFileRoute('/_auth/singup')({
  staticData: {
    access: 'guest',
    title: 'Sign up',
    head: {
      description:
        'Make a free account: advertise and pay for valid clicks only, or earn with your site. One account can do both.',
    },
  },
  validateSearch: search,
  component: SignUpPage,
});
