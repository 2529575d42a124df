// This file is made by tools/apigen/words.mjs.

/** The limits of `SettingForm`. */
export const SETTING_FORM_LIMITS = {
  value: { max: 16384 },
} as const;
