// This file is made by tools/apigen/words.mjs.

/** What people read. One thing that must hold of the file. */
export const PUSH_WORKER_PART_LABELS = {
  answers: 'Answers',
  type: 'Is sent as a script',
  line: 'Holds the line',
  alone: 'Holds nothing else',
  direct: 'Is reached where it is',
  cache: 'Is kept',
  scope: 'Has its folder for itself',
} as const;
