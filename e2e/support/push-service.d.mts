/** A browser's keys for one subscription. */
export interface Secret {
  privateKey: string;
  auth: string;
}
/** A subscription that a test plays. */
export interface PlayedSubscription {
  path: string;
  secret: Secret;
  toJSON(): { endpoint: string; keys: { p256dh: string; auth: string } };
}
/** The running service. */
export interface PushService {
  address: string;
  desk: string;
  close(): void;
}
export const PUSH_HOST: string;
export function subscription(): PlayedSubscription;
export function read(body: Buffer, secret: Secret): string;
export function servePushes(): Promise<PushService>;
