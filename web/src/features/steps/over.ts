import { shared } from '~/app/browser';

/** Whose first steps. */
export type StepsOf = 'advertiser' | 'webmaster';

const keyOf = (of: StepsOf, user: number) => `placard.steps.${of}.${user}`;

/** Whether this account's first steps are done, or hidden in this browser. */
export const areOver = (of: StepsOf, user: number): boolean => shared.getItem(keyOf(of, user)) !== null;

/** Asks nothing more about them. */
export const endSteps = (of: StepsOf, user: number): void => shared.setItem(keyOf(of, user), 'over');
