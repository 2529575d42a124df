import { createContext, useContext } from 'react';

/** Whether a layout with its landmark stands around already: an error page then takes the page's place alone. */
export const HasLayout = createContext(false);

/** True inside the work area of the cabinet and of public pages. */
export function useHasLayout(): boolean {
  return useContext(HasLayout);
}
