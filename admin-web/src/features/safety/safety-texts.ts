import type { SafetyCategory, SafetySettings, SafetyVerdict } from '@luit/contracts/generation/safety';

export const CATEGORY_LABELS: Record<SafetyCategory, { title: string; description: string }> = {
  minors: {
    title: 'Sexual content involving minors',
    description: 'Illegal everywhere, so it is always refused. You can add words.',
  },
  intimate_imagery: {
    title: 'Intimate images without consent',
    description: 'Undressing people in photos, hidden cameras, leaked recordings, nudity of people who are named.',
  },
  violence: {
    title: 'Graphic violence and terror',
    description:
      'Cruelty with victims or details, and instructions or praise of terror. Myths and history are reviewed.',
  },
  self_harm: {
    title: 'Suicide and self-harm',
    description:
      'Methods and depictions. Prevention passes. People whose prompt is refused see the number of a free helpline.',
  },
  impersonation: {
    title: 'People and elections',
    description: 'Names and slogans that you enter, for example candidates before an election. Empty by default.',
  },
  other: { title: 'Other words', description: 'Anything else that you do not want to make. Empty by default.' },
};

export const VERDICT_LABELS: Record<SafetyVerdict, string> = {
  refuse: 'Refuse',
  review: 'Make, and list for review',
  off: 'Do not check',
};

export const THROTTLE_LABELS: Record<keyof SafetySettings['throttle'], string> = {
  refusals: 'Refused prompts',
  windowMinutes: 'Within minutes',
  pauseMinutes: 'First pause, minutes',
};

export const CLASSIFIER_LABEL = 'Requests that the classifier did not answer';
export const FAILURE_LABELS: Record<SafetySettings['classifier']['onFailure'], string> = {
  review: 'Make, and list for review',
  refuse: 'Refuse',
  unavailable: 'Turn away for the moment (503)',
};

/** One per line, without empty lines and repetitions. */
export function wordsIn(text: string): string[] {
  return [...new Set(text.split('\n').map((line) => line.trim()))].filter(Boolean);
}
