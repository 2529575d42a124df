import type { ReactNode } from 'react';
import { errorText, toApiError } from '~/api/problem';
import { Button } from '~/ui/button';
import { AuthPanel, PanelActions } from './panel';

/** Why the link of a mail does not work, and the way on. */
export function TokenProblem({
  error,
  ended,
  unknown,
  onRetry,
  actions,
}: {
  error: unknown;
  /** How long such a link holds, and that this one is older. */
  ended: string;
  /** What can have happened to one that is not known. */
  unknown: string;
  onRetry(): void;
  actions: ReactNode;
}) {
  const { status } = toApiError(error);
  if (status === 410) {
    return (
      <AuthPanel title="This link has ended" mark="bad" lead={ended}>
        <PanelActions>{actions}</PanelActions>
      </AuthPanel>
    );
  }
  if (status === 404 || status === 422) {
    return (
      <AuthPanel
        title="This link does not work"
        mark="bad"
        lead={`${unknown} Or a part of it was lost on the way: copy the whole address from the mail.`}
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
