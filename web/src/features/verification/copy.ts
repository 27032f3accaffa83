import { t } from '@lingui/core/macro';
import { MAX_IMAGE_BYTES, megabytes } from '@luit/contracts/generation/limits';
import type { Verification, VerificationResult } from '@luit/contracts/http/verifications';

/** What the server can read. */
export const VERIFIABLE_TYPES = [
  'video/mp4',
  'video/quicktime',
  'video/webm',
  'image/jpeg',
  'image/png',
  'image/webp',
] as const;

export const verifyCopy = {
  get pageTitle() {
    return t`Was it made with Luit? · Luit`;
  },
  get heading() {
    return t`Was it made with Luit?`;
  },
  get lead() {
    return t`Check any video or photo to find out whether it was made here, when and with which AI model, but never who made it.`;
  },
  get label() {
    return t`Video or photo`;
  },
  get drop() {
    return t`Drop a video or photo here, or choose a file`;
  },
  get formats() {
    const size = megabytes(MAX_IMAGE_BYTES);
    return t`MP4, MOV, WebM, JPEG, PNG or WebP, up to ${size} MB`;
  },
  get choose() {
    return t`Choose a file`;
  },
  get camera() {
    return t`Take a photo`;
  },
  get privacy() {
    return t`We check the file once and don’t keep it.`;
  },
  checking: (fileName: string) => t`Checking ${fileName}...`,
  get another() {
    return t`Check another file`;
  },
  get failed() {
    return t`We couldn’t check the file. Please try again.`;
  },
  get unreadable() {
    return t`We can’t read this file. It may be damaged, or it isn’t a video or photo in one of these formats.`;
  },
  get tooLarge() {
    return t`The file is too large, or takes too long to check.`;
  },
  get made() {
    return t({ message: 'Made', context: 'date of a video or photo' });
  },
  get model() {
    return t`AI model`;
  },
  between: (from: string, until: string) => t`Between ${from} and ${until}`,
  oneOf: (models: string) => t`One of ${models}`,
  get limitsTitle() {
    return t`What this check can tell`;
  },
  get limits() {
    return t`It recognizes copies that lost their metadata, were re-encoded or were cropped by up to a tenth. It doesn’t recognize videos that were shortened, mirrored or changed a lot. “No match” doesn’t mean that something is real.`;
  },
  get credentials() {
    return t`Content Credentials`;
  },
  get credentialsMeaning() {
    return t`Content Credentials are a digital signature inside a file, which other sites can read too. They show which app or site signed the file and whether it has changed since. They don’t show whether something is real.`;
  },
} as const;

const RESULT_TITLES: Record<VerificationResult, () => string> = {
  made_here: () => t`Yes, it was made with Luit`,
  looks_alike: () => t`It looks like it was made with Luit`,
  differs: () => t`It carries our mark, but looks different`,
  unconfirmed: () => t`It carries our mark, but we can’t confirm it`,
  unknown: () => t`No match`,
};

const RESULT_TEXTS: Record<VerificationResult, () => string> = {
  made_here: () => t`The file contains our identifier, and its images match.`,
  looks_alike: () =>
    t`It’s an altered copy of something made with Luit: its images match, but it doesn’t contain our identifier. Somebody may have removed it.`,
  differs: () =>
    t`The file contains our identifier, but its images don’t match. It was edited, or the identifier was copied from another file.`,
  unconfirmed: () =>
    t`The file contains the identifier of something made with Luit, but we can’t compare the two. Anyone can copy an identifier into another file.`,
  unknown: () =>
    t`We found no sign that the file was made with Luit. It may have been made with another tool, or changed a lot.`,
};

/** The original of a restored photo looks like the restored one, and was not made here. */
const isRestored = ({ result, output }: Verification) => result === 'looks_alike' && output?.kind === 'photo';

export function resultTitle(verification: Verification): string {
  if (isRestored(verification)) return t`It looks like a photo that was restored with Luit`;
  return RESULT_TITLES[verification.result]();
}

export function resultText(verification: Verification): string {
  const { result, output, credentials } = verification;
  if (result === 'made_here' && output === null)
    return t`The file has our signature. We can’t tell when it was made or with which AI model. It may have been deleted here since.`;
  if (result === 'made_here' && credentials?.state === 'intact') return t`The file has our signature.`;
  if (isRestored(verification))
    return t`A photo that was restored here looks the same. So does its original, which may be your file.`;
  return RESULT_TEXTS[result]();
}

export function credentialsText({ credentials }: Verification): string {
  if (credentials === null) return t`We found no Content Credentials in this file. Many apps and sites remove them.`;
  const { state, signer } = credentials;
  if (state === 'intact') return t`Luit signed this file, and it hasn’t changed since.`;
  if (state === 'altered')
    return t`The signature in this file isn’t valid. The file was probably changed after it was signed.`;
  return signer === null
    ? t`Someone signed this file. We can’t confirm who that is.`
    : t`This file was signed in the name of “${signer}”. We can’t confirm who signed it.`;
}
