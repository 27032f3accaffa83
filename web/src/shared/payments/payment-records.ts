/** What operators read in logs and at Razorpay, in English. */
export const paymentRecords = {
  scriptMissing: 'Razorpay script is not loaded',
  orderFailed: (text: string) => `Failed to create payment order: ${text}`,
  verificationFailed: (text: string) => `Verification failed: ${text}`,
  packPrompt: (name: string) => `Credit pack purchase: ${name}`,
  /** @param seconds null for an image */
  resultDescription: (seconds: number | null) =>
    seconds === null ? 'Image generation' : `Video generation - ${seconds} seconds`,
  packDescription: (name: string) => `Credit Pack - ${name}`,
} as const;
