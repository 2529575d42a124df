import { Notifications } from '@mantine/notifications';

/** Where toasts appear: over nothing that is pressed next, as the theme says. It comes after the page: what is told before it stands waits for it. */
export function Toasts() {
  return <Notifications position="bottom-center" autoClose={3000} limit={4} zIndex={80} />;
}
