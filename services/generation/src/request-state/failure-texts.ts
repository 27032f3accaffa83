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

/**
 * Texts for users; only operators see the provider's own code and message. They do not mention credits, because the state of the credits
 * changes after the failure.
 */
const PUBLIC_ERRORS: Record<ProviderFailure['kind'], PublicError> = {
  moderation: {
    code: 'refused_by_policy',
    message: 'This request violates our content policy. Trying it again won’t help. Please change the prompt or image.',
  },
  privacy: {
    code: 'refused_by_policy',
    message:
      'We can’t animate photos that may show a real person. Trying this image again won’t help. Please use another one.',
  },
  invalid_input: {
    code: 'invalid_input',
    message:
      'We couldn’t create a video from this input. Trying it again won’t help. Please change the prompt or image.',
  },
  quota: TECHNICAL,
  provider: TECHNICAL,
  timeout: { code: 'timed_out', message: 'Video generation took too long and was stopped. Please try again.' },
  bad_output: TECHNICAL,
};

const IMAGE_TEXTS: Partial<Record<ProviderFailure['kind'], string>> = {
  privacy:
    'We can’t change photos that may show a real person. Trying this image again won’t help. Please use another one.',
  invalid_input:
    'We couldn’t create an image from this input. Trying it again won’t help. Please change the prompt or image.',
  timeout: 'Image generation took too long and was stopped. Please try again.',
};

const RESTORE_TEXTS: Partial<Record<ProviderFailure['kind'], string>> = {
  moderation: 'This photo violates our content policy. Trying it again won’t help. Please choose another one.',
  invalid_input: 'We couldn’t read this photo. Trying it again won’t help. Please choose another one.',
  timeout: 'Image restoration took too long and was stopped. Please try again.',
};

export function publicError(kind: ProviderFailure['kind'] | null, type: RequestType): PublicError {
  const error = kind ? PUBLIC_ERRORS[kind] : TECHNICAL;
  if (type === 'image') {
    const message = error === TECHNICAL ? 'Image generation failed. Please try again.' : error.message;
    return { ...error, message: (kind && IMAGE_TEXTS[kind]) ?? message };
  }
  if (type !== 'restore') return error;
  return { ...error, message: (kind && RESTORE_TEXTS[kind]) ?? 'Image restoration failed' };
}
