import { localStorageColorSchemeManager } from '@mantine/core';

/** Light, dark or as the system; read by /scheme.js before the first paint under the same key. */
export const schemeManager = localStorageColorSchemeManager({ key: 'placard.scheme' });
