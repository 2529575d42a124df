import { Outlet } from '@tanstack/react-router';
import { Frame } from './frame';

/** Every page of a logged-in user. */
export function CabinetLayout() {
  return (
    <Frame>
      <Outlet />
    </Frame>
  );
}
