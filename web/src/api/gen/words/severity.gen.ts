// This file is made by tools/apigen/words.mjs.

/** What people read. How bad a condition is. The metric `placard_alarm` has the number. */
export const SEVERITY_LABELS = {
  notice: 'Notice',
  warning: 'Warning',
  critical: 'Critical',
} as const;
