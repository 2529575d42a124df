/** The terms of a user as their form holds them, and as the API takes them. Pure. */
import type { AdminUser, UserForm } from '~/api/sdk';
import type { Amount } from '~/lib/amount';
import { type CurrencyUnit, formatPrice } from '~/lib/format';
import type { Choice } from '~/ui/choices';
import type { Words } from '../form/meanwhile';
import { readDecimal } from '../money/decimal';

/** Basis points of a percent. */
const POINTS = 100;
/** Decimals of a share, in percent. */
const SHARE_DECIMALS = 2;

/** What is agreed on with a user. */
export const termsValues = (user: AdminUser) => ({
  isTrusted: user.is_trusted,
  manager: user.manager ? String(user.manager.id) : null,
  team: user.team ? String(user.team.id) : null,
  minimum: (user.minimum_bid ?? '') as Amount,
  share: user.share_basis_points == null ? '' : String(user.share_basis_points / POINTS),
});

/** The fields of the form. */
type TermsValues = ReturnType<typeof termsValues>;

/** A share as it is kept; null: as for everybody. */
function pointsOf(share: string): number | null {
  const percent = readDecimal(share, SHARE_DECIMALS);
  return percent === null ? null : Math.round(percent * POINTS);
}

/** What is wrong with a share, or null. */
export function shareProblem(share: string): string | null {
  if (share.trim() === '') return null;
  const percent = readDecimal(share, SHARE_DECIMALS);
  return percent !== null && percent >= 0 && percent <= 100 ? null : 'From 0 to 100 per cent, 2 decimals.';
}

/** What was changed, as the API takes it. */
export function termsBody({ isTrusted, manager, team, minimum, share }: Partial<TermsValues>): UserForm {
  return {
    ...(isTrusted === undefined ? {} : { is_trusted: isTrusted }),
    ...(manager === undefined ? {} : { manager_id: manager === null ? null : Number(manager) }),
    ...(team === undefined ? {} : { team_id: team === null ? null : Number(team) }),
    ...(minimum === undefined ? {} : { minimum_bid: minimum === '' ? null : Number(minimum) }),
    ...(share === undefined ? {} : { share_basis_points: pointsOf(share) }),
  };
}

/** How the fields are called and read. */
export const termsWords = (
  unit: CurrencyUnit,
  options: readonly Choice[],
  teamOptions: readonly Choice[],
): Words<TermsValues> => ({
  isTrusted: 'Trusted',
  manager: { label: 'Manager', text: (id) => options.find((one) => one.value === id)?.label ?? id ?? 'Nobody' },
  team: { label: 'Team', text: (id) => teamOptions.find((one) => one.value === id)?.label ?? id ?? 'None' },
  minimum: {
    label: 'Lowest native bid',
    text: (bid) => (bid === '' ? 'As for everybody' : formatPrice(Number(bid), unit)),
  },
  share: { label: 'Webmaster’s share', text: (share) => (share === '' ? 'As for everybody' : `${share} %`) },
});

/** Names of the API that differ in the form. */
export const RENAMED = {
  is_trusted: 'isTrusted',
  manager_id: 'manager',
  team_id: 'team',
  minimum_bid: 'minimum',
  share_basis_points: 'share',
};
