import { createContext, useContext } from 'react';

/** Whether the frame of the cabinet stands around already. */
export const InCabinet = createContext(false);

/** True inside the frame of the cabinet. */
export function useIsInCabinet(): boolean {
  return useContext(InCabinet);
}
