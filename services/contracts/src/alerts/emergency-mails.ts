import { z } from 'zod';

const mail = z.object({ subject: z.string(), text: z.string(), html: z.string() });

/** The value of `EMERGENCY_MAILS`. */
export const emergencyMails = z.object({
  /** Milliseconds on the clock of Redis: auth worked then. */
  at: z.number(),
  /** The replica that wrote it shut down cleanly afterward. */
  hasLeft: z.boolean(),
  /** The content in Base64, sealed with a key derived from the URL of the mail server. */
  sealed: z.string(),
});
export type EmergencyMails = z.infer<typeof emergencyMails>;

/** Mails that a gateway sends when no auth works, and when one works again. */
export const emergencyContent = z.object({ to: z.array(z.string()), down: mail, back: mail });
export type EmergencyContent = z.infer<typeof emergencyContent>;

/** Binds the sealed content to its use. */
export const EMERGENCY_LABEL = 'emergency mails';
