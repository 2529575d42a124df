import { useMatch, useRouter } from '@tanstack/react-router';
import type { FindPage, Page } from '~/lib/pages';
import { useTitle } from './title';

/** What the page has declared that this component is a part of. */
export function usePage(): Partial<Page> {
  return useMatch({ strict: false, select: (match) => match.staticData }) ?? {};
}

/** Finds the page at a path. */
export function useFindPage(): FindPage {
  return useRouter().options.context.findPage;
}

/** How a page is named, and what it says of itself where its address is sent. */
export interface Head {
  title: string;
  description: string | null;
}

/** The head that the page has declared. */
export function useHead(): Head {
  const { title = '', head } = usePage();
  return { title, description: head?.description ?? null };
}

/** Names the page as it has declared, and says what it is about if it is one that search engines read. */
export function usePageTitle(): void {
  const { title, description } = useHead();
  useTitle(title, description);
}
