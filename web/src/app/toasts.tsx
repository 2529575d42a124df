import { Notifications, notificationsStore, updateNotificationsState, useNotifications } from '@mantine/notifications';
import { useEffect, useState } from 'react';

/** Toasts that have room at once, and when all are wished for. */
const ROOM = 4;
const ROOM_MAX = 50;

/** Takes all away but what is about to be done. */
const closeAll = () =>
  updateNotificationsState(notificationsStore, (all) => all.filter(({ withCloseButton }) => withCloseButton === false));

/** Where toasts appear: over nothing that is pressed next, as the theme says. It comes after the page: what is told before it stands waits for it. */
export function Toasts() {
  const { notifications, queue } = useNotifications();
  const [isOpen, setOpen] = useState(false);
  const limit = isOpen ? ROOM_MAX : ROOM;
  // The store divides anew with its next change only.
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each change of the room
  useEffect(() => updateNotificationsState(notificationsStore, (all) => all), [limit]);
  const isFew = notifications.length + queue.length <= ROOM;
  useEffect(() => {
    if (isFew) setOpen(false);
  }, [isFew]);
  return (
    <>
      <Notifications position="bottom-center" autoClose={3000} limit={limit} zIndex={80} />
      {!isFew && (
        <div className="more-toasts">
          <button type="button" className="link" onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Show the newest' : `Show ${queue.length} more`}
          </button>
          <button type="button" className="link" onClick={closeAll}>
            Close all
          </button>
        </div>
      )}
    </>
  );
}
