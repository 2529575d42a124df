import { Notifications } from '@mantine/notifications';

/** Where toasts appear. It comes after the page: what is told before it stands waits for it. */
export function Toasts() {
  return <Notifications position="bottom-right" autoClose={3000} limit={4} zIndex={80} />;
}
