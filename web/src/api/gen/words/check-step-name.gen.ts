// This file is made by tools/apigen/words.mjs.

/** What people read. A step of the check, in the order in which a block comes to earn. */
export const CHECK_STEP_LABELS = {
  tag: 'Tag on the page',
  asked: 'Asked lately',
  site: 'Page belongs to the site',
  filled: 'Filled',
  drawn: 'Drawn',
  viewable: 'Viewable',
  consent: 'Consent',
} as const;
