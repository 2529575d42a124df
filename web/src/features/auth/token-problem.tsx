import type { ReactNode } from 'react';
import { errorText, toApiError } from '~/api/problem';
import { Button } from '~/ui/button';
import { AuthPanel, PanelActions } from './panel';

/** Why the link of a mail does not work, and the way on. */
export function TokenProblem({
  error,
  life,
  used,
  onRetry,
  actions,
}: {
  error: unknown;
  /** How long such a link holds: "an hour". */
  life: string;
  /** What else can have happened to an unknown one. */
  used: string;
  onRetry(): void;
  actions: ReactNode;
}) {
  const { status } = toApiError(error);
  if (status === 410) {
    return (
      <AuthPanel title="This link has expired" mark="bad" lead={`Such a link works for ${life}. This one is older.`}>
        <PanelActions>{actions}</PanelActions>
      </AuthPanel>
    );
  }
  if (status === 404 || status === 422) {
    return (
      <AuthPanel
        title="This link does not work"
        mark="bad"
        lead={`${used} Or a part of it was lost on the way: copy the whole address from the mail.`}
      >
        <PanelActions>{actions}</PanelActions>
      </AuthPanel>
    );
  }
  return (
    <AuthPanel title="The link was not checked" mark="bad" lead={errorText(error)}>
      <PanelActions>
        <Button variant="accent" onClick={onRetry}>
          Try again
        </Button>
      </PanelActions>
    </AuthPanel>
  );
}
