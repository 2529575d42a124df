import { exampleNotification } from '../push/notification/example';
import type { SystemName } from '../push/notification/notification';
import { NotificationCard } from '../push/notification/notification-card';

/** A notification that people on public pages read as an example. */
export interface ExampleProps {
  system: SystemName;
  /** Which example. */
  turn: number;
  scheme?: 'light' | 'dark';
}

/** It as the system shows it. */
export const ExampleNotification = ({ system, turn, scheme = 'light' }: ExampleProps) => (
  <NotificationCard system={system} notification={exampleNotification(turn)} scheme={scheme} />
);
