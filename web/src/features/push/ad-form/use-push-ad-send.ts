import { multipart } from '~/api/multipart';
import { createPushAdMutation, updatePushAdMutation } from '~/api/queries';
import type { PushAd, PushAdForm } from '~/api/sdk';
import { useSend } from '../../form/use-send';

/** A body as the call takes it: no buttons are an empty part, for a missing one means the usual two. */
function asMultipart(body: unknown): FormData {
  const form = multipart(body);
  const { buttons } = body as { buttons?: unknown[] };
  if (buttons?.length === 0) form.append('buttons', '');
  return form;
}

/** Stores a push ad: a new one, or the one that was seen. */
export function usePushAdSend() {
  const create = useSend(createPushAdMutation({ bodySerializer: asMultipart }));
  const update = useSend(updatePushAdMutation({ bodySerializer: asMultipart }));
  return (body: PushAdForm, held: PushAd | undefined): Promise<PushAd> =>
    held ? update({ path: { uuid: held.uuid }, body }) : create({ body });
}
