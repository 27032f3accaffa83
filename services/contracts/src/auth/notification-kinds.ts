/** The channels of a notice. `push`: on devices on which the owner turned notifications on. */
export const NOTIFICATION_CHANNELS = ['in_app', 'push', 'mail'] as const;
export type NotificationChannel = (typeof NOTIFICATION_CHANNELS)[number];

/**
 * The notices that users can turn off, with the channels of each. `requests`: finished and failed ones; `credits`: refunds. Receipts and
 * security notices cannot be turned off.
 */
export const NOTIFICATION_KINDS = {
  requests: ['in_app', 'push', 'mail'],
  credits: ['push', 'mail'],
  expiring_credits: ['in_app', 'push', 'mail'],
  low_balance: ['in_app', 'push', 'mail'],
} as const satisfies Record<string, readonly NotificationChannel[]>;
export type NotificationKind = keyof typeof NOTIFICATION_KINDS;
