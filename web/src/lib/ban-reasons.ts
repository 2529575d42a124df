import { BAN_REASON_LABELS, BanReason } from '~/api/words';

/** The key that chooses each reason in the moderation queue. A and R stay for the decision. */
const KEYS: Readonly<Record<BanReason, string>> = {
  [BanReason.Other]: '1',
  [BanReason.Repeated]: '2',
  [BanReason.TitleRepeated]: '3',
  [BanReason.ProhibitedCategory]: '4',
  [BanReason.ImageQuality]: '5',
  [BanReason.ImageMisleading]: '6',
  [BanReason.TitleDesign]: '7',
  [BanReason.Fraud]: '8',
  [BanReason.Dangerous]: '9',
  [BanReason.TechnicalProblems]: '0',
  [BanReason.Shocking]: 'q',
  [BanReason.Adult]: 'w',
  [BanReason.TitleErrors]: 'e',
  [BanReason.ImageRepeated]: 't',
  [BanReason.Language]: 'y',
  [BanReason.LandingPolicies]: 'u',
  [BanReason.Malware]: 'i',
  [BanReason.BackButton]: 'o',
};

/** Why an ad may be rejected, with the key that chooses it. */
export const BAN_REASONS: readonly { id: BanReason; text: string; key: string }[] = Object.values(BanReason).map(
  (id) => ({
    id,
    text: BAN_REASON_LABELS[id],
    key: KEYS[id],
  }),
);
