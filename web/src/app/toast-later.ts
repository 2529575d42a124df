import type { toast } from '~/ui/toast';
import { lookAhead } from './chunks';

/**
 * A toast from a page that loads no widgets: they come with the page that it leads to. One that cannot be had is no reason to load
 * that page again.
 */
export function toastLater(...told: Parameters<typeof toast>): void {
  lookAhead(() => import('~/ui/toast')).then(
    (module) => module.toast(...told),
    () => undefined,
  );
}
