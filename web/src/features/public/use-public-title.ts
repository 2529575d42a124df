import { useTitle } from '~/app/title';
import { publicPage } from './pages';

/** Names a public page, and says what it is about, as the page that the server writes for its path does. */
export function usePublicTitle(path: string): void {
  const { title, description } = publicPage(path);
  useTitle(title, description);
}
