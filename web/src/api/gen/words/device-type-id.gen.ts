// This file is made by tools/apigen/words.mjs.

/** A device type that can be chosen. */
export const DeviceType = {
  Desktop: 1,
  Tablet: 2,
  Mobile: 4,
} as const;

/** A device type that can be chosen. */
export type DeviceType = (typeof DeviceType)[keyof typeof DeviceType];

/** What people read. A device type that can be chosen. */
export const DEVICE_TYPE_LABELS: Readonly<Record<DeviceType, string>> = {
  1: 'Desktop',
  2: 'Tablet',
  4: 'Mobile phones',
};
