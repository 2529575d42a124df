import type { toast } from '~/ui/toast';

/** A toast from a page that loads no widgets: they come with the page that it leads to. */
export function toastLater(...told: Parameters<typeof toast>): void {
  import('~/ui/toast').then(
    (module) => module.toast(...told),
    () => undefined,
  );
}
