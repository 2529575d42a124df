/** How often money, and the status and spend of things, are asked for while one looks, in milliseconds. */
export const WATCHED_MS = 30_000;
