// This file is made by tools/apigen/words.mjs.

/** The limits of `PushImportForm`. */
export const PUSH_IMPORT_FORM_LIMITS = {
  content: { min: 1, max: 8384512 },
  private_key: { min: 1, max: 100 },
  public_key: { min: 1, max: 100 },
} as const;
