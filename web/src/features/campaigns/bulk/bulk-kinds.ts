/** The kinds of things whose settings are changed many at once, with their calls. */
import type { QueryClient } from '@tanstack/react-query';
import { make, updateAdGroupsMutation, updateCampaignsMutation } from '~/api/queries';
import type { CampaignChange, GroupChange } from '~/api/sdk';
import type { Noun } from '../../list/spec';
import type { Changed, Part, SettingsChange } from './bulk-values';

/** One that stays as it is, and why. */
export interface Refused {
  key: number | string;
  name: string;
  detail: string;
}

/** What a call changes, or would change. */
export interface Plan {
  changed: readonly Changed[];
  refused: readonly Refused[];
}

/** What is asked of a call. */
export interface Asked<Key> {
  keys: readonly Key[];
  change: SettingsChange;
  /** The versions that were looked at: what has another one by now stays as it is. */
  versions?: ReadonlyMap<number | string, number>;
  /** Nothing is changed: it says what would be. */
  dry: boolean;
}

/** A kind of thing. */
export interface BulkKind<Key extends number | string> {
  noun: Noun;
  /** What of it can be changed, in the order of the dialog. */
  parts: readonly Part[];
  send(asked: Asked<Key>, client: QueryClient): Promise<Plan>;
}

/** What has a number, by that. */
export const byNumber = <Row extends { id: number }>({ id, ...rest }: Row) => ({ ...rest, key: id });

/** Versions of things with a number, as their calls take them; nothing where none were looked at. */
const versionsOf = ({ keys, versions }: Asked<number>) =>
  versions && { versions: keys.map((id) => ({ id, version: versions.get(id) ?? 0 })) };

/** Native campaigns. */
export const CAMPAIGN_SETTINGS: BulkKind<number> = {
  noun: ['campaign', 'campaigns'],
  parts: ['daily', 'total', 'pacing', 'hours', 'places', 'audience', 'networks', 'ranges', 'keywords', 'marks'],
  send: async (asked, client) => {
    const { keys, change, dry } = asked;
    // What can be chosen is what the call takes.
    const body = { ids: [...keys], change: change as CampaignChange, ...versionsOf(asked), dry_run: dry };
    const { data } = await make(updateCampaignsMutation, { body }, client);
    return { changed: data.campaigns.map(byNumber), refused: data.refused.map(byNumber) };
  },
};

/** Groups of native campaigns, which have no limits of their own. */
export const GROUP_SETTINGS: BulkKind<number> = {
  noun: ['group', 'groups'],
  parts: ['hours', 'places', 'audience', 'networks', 'ranges', 'keywords', 'categories', 'autostart'],
  send: async (asked, client) => {
    const { keys, change, dry } = asked;
    // What can be chosen is what the call takes.
    const body = { ids: [...keys], change: change as GroupChange, ...versionsOf(asked), dry_run: dry };
    const { data } = await make(updateAdGroupsMutation, { body }, client);
    return { changed: data.groups.map(byNumber), refused: data.refused.map(byNumber) };
  },
};
