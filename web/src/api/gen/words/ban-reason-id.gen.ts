// This file is made by tools/apigen/words.mjs.

/** A reason for which an ad is rejected. */
export const BanReason = {
  Other: 1,
  Repeated: 2,
  TitleRepeated: 3,
  ProhibitedCategory: 4,
  ImageQuality: 5,
  ImageMisleading: 6,
  TitleDesign: 7,
  Fraud: 8,
  Dangerous: 9,
  TechnicalProblems: 10,
  Shocking: 11,
  Adult: 12,
  TitleErrors: 13,
  ImageRepeated: 14,
  Language: 15,
  LandingPolicies: 16,
  Malware: 17,
  BackButton: 18,
} as const;

/** A reason for which an ad is rejected. */
export type BanReason = (typeof BanReason)[keyof typeof BanReason];

/** What people read. A reason for which an ad is rejected. */
export const BAN_REASON_LABELS: Readonly<Record<BanReason, string>> = {
  1: 'Another reason',
  2: 'Repeated advertisement in the system',
  3: 'Title: repeated',
  4: 'Prohibited good & service categories',
  5: 'Image: invalid quality',
  6: 'Image: misleading in order to get attention',
  7: 'Title: invalid design',
  8: 'Fraud',
  9: 'Dangerous or offensive content',
  10: 'Technical problems',
  11: 'Shocking, disgusting elements in advertisement',
  12: '18+ content, goods, and services',
  13: 'Title: errors',
  14: 'Image: repeated',
  15: 'Invalid ad campaign language',
  16: 'Landing page: non-compliant with company policies',
  17: 'Malware or undesired software',
  18: 'Back button on the landing page',
};
