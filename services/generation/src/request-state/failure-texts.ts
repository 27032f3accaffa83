import type { RequestType } from '@luit/contracts/generation/plans';
import type { ProviderFailure } from '@luit/contracts/generation/provider-tasks';

interface PublicError {
  code: string;
  message: string;
}

const TECHNICAL: PublicError = {
  code: 'generation_failed',
  message: 'Video generation failed. Please try again.',
};

/** Texts for users; only operators see the provider's own code and message. */
const PUBLIC_ERRORS: Record<ProviderFailure['kind'], PublicError> = {
  moderation: {
    code: 'refused_by_policy',
    message: 'This request was refused by the content policy. Your credits were returned; please change the prompt.',
  },
  privacy: {
    code: 'refused_by_policy',
    message: 'Photos that may show a real person are refused. Your credits were returned; please use another image.',
  },
  invalid_input: {
    code: 'invalid_input',
    message: 'The video could not be made from this input. Your credits were returned; please change it.',
  },
  quota: TECHNICAL,
  provider: TECHNICAL,
  timeout: { code: 'timed_out', message: 'Video generation took too long and was stopped. Please try again.' },
  bad_output: TECHNICAL,
};

const RESTORE_TEXTS: Partial<Record<ProviderFailure['kind'], string>> = {
  moderation: 'This photo was refused by the content policy. Your credits were returned; please choose another one.',
  invalid_input: 'This photo could not be read. Your credits were returned; please choose another one.',
  timeout: 'Image restoration took too long and was stopped. Please try again.',
};

export function publicError(kind: ProviderFailure['kind'] | null, type: RequestType): PublicError {
  const error = kind ? PUBLIC_ERRORS[kind] : TECHNICAL;
  if (type !== 'restore') return error;
  return { ...error, message: (kind && RESTORE_TEXTS[kind]) ?? 'Image restoration failed' };
}
