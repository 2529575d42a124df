import { Outlet } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Frame } from '~/features/frame/frame';

/** Layout "account": every page of somebody who is logged in. */
export function CabinetLayout({ children }: { children?: ReactNode }) {
  return <Frame>{children ?? <Outlet />}</Frame>;
}
