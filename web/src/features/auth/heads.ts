/** How a page of the authentication layout is named, and what it says about itself where its address is sent. */
export interface Head {
  title: string;
  description: string;
}

/** The pages of the authentication layout, by what they are for. */
export const HEADS = {
  signUp: {
    title: 'Sign up',
    description:
      'Make a free account: advertise and pay for valid clicks only, or earn with your site. One account can do both.',
  },
  login: {
    title: 'Log in',
    description: 'Log in to your campaigns, sites, statistics and balance.',
  },
  reset: {
    title: 'Reset your password',
    description: 'Ask for a mail with a link to set a new password of your account.',
  },
  setPassword: {
    title: 'Set a new password',
    description: 'Set a new password with the link of a mail: it works once, within an hour.',
  },
  confirm: {
    title: 'Checking the link',
    description: 'Confirm the address of an account with the link of a mail.',
  },
  waiting: {
    title: 'Confirm your address',
    description: 'A mail with a link confirms the address of your account.',
  },
} as const satisfies Record<string, Head>;
