import type { QueryClient } from '@tanstack/react-query';
import { redirect } from '@tanstack/react-router';
import { paths } from '~/lib/paths';
import { campaignQuery } from './api';

/** Where a push campaign has the page that native ones have here. */
const PUSH_PAGES = { page: paths.push, edit: paths.pushEdit, ads: paths.pushMedias };

/**
 * Loads the campaign of a page for native ones. Its number says nothing of its kind, and so links that know no more lead here: a
 * push campaign has pages of its own.
 */
export async function nativeCampaign(
  client: QueryClient,
  id: string,
  page: keyof typeof PUSH_PAGES = 'page',
): Promise<void> {
  const { data } = await client.ensureQueryData(campaignQuery(id));
  if (data.uuid) throw redirect({ ...PUSH_PAGES[page](data.uuid), replace: true });
}
