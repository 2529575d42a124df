/** What `render/templates.json` holds. */
export function definitions(): unknown[];
/** What `render/initial.json` holds. */
export function initialSettings(): Record<string, unknown>;
