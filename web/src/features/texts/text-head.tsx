import { IconExternalLink, IconRestore } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { resetTextMutation } from '~/api/queries';
import type { EditableText } from '~/api/sdk';
import { useRoutes } from '~/app/nav';
import { askAnew } from '~/app/queries';
import { formatDate } from '~/lib/format';
import { isPlain, type PageLink, paths } from '~/lib/paths';
import { Button, buttonClass } from '~/ui/button';
import { confirm } from '~/ui/confirm';
import { Badge } from '~/ui/marks';
import { toast } from '~/ui/toast';
import { refresh } from '../form/refresh';
import type { Saving } from '../form/use-saving';
import { PageHead } from '../frame/page-head';

/** The link to the page that shows a text: an article unless a page has declared it. */
function linkOf(routes: ReturnType<typeof useRoutes>, slug: string): PageLink {
  const page = routes.find((route) => route.options.staticData?.head?.text === slug);
  return page && isPlain(page.to) ? { to: page.to } : paths.article(slug);
}

/** The head of a text's editor: what state it is in, and what can be done with it. */
export function TextHead({ text, form }: { text: EditableText; form: Saving }) {
  const link = linkOf(useRoutes(), text.slug);
  const client = useQueryClient();
  const putBack = useMutation({ ...resetTextMutation(), onError: () => askAnew(client) });
  const reset = () =>
    confirm({
      title: `Reset “${text.title}”?`,
      body: 'The text that the program brings along comes back. What was written here is kept in the audit log only.',
      action: 'Reset 1',
      icon: <IconRestore size={16} aria-hidden />,
      run: async () => {
        await putBack.mutateAsync({ path: { slug: text.slug }, query: { version: text.version } });
        form.discard();
        await refresh(client);
        toast('Reset to the delivered text');
      },
    });
  return (
    <PageHead
      title={text.title}
      crumbs={[{ label: 'Back office' }, { label: 'Texts', link: { to: '/admin/texts' } }]}
      badge={
        <Badge tone={text.is_changed ? 'info' : 'idle'} soft>
          {text.is_changed ? `Changed ${formatDate(text.updated_at)}` : 'As delivered'}
        </Badge>
      }
      actions={
        <>
          <Link className={buttonClass()} {...link} target="_blank" rel="noreferrer">
            <IconExternalLink size={16} aria-hidden />
            Open the page
          </Link>
          {text.is_changed && (
            <Button onClick={reset}>
              <IconRestore size={16} aria-hidden />
              Reset
            </Button>
          )}
          <Button variant="accent" type="submit" busy={form.busy} disabled={!form.isDirty}>
            Save
          </Button>
        </>
      }
    />
  );
}
