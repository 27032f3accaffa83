import { PROMPT_REQUIRED } from '@luit/contracts/generation/limits';

export const generationCopy = {
  title: 'Prompt to Video',
  lead: 'Describe a scene, choose a length and get a short video.',
  promptHint: 'Describe the subject, movement, light and camera.',
  generate: (seconds: number, credits: number) => `Generate video (${seconds}s - ${credits} credits)`,
  generateNoPlan: 'Generate video',
  tooLong: (characters: string) => `Your prompt is too long by ${characters}.`,
  refreshPage: 'Refresh',
  duration: 'Duration',
  prompt: 'Prompt',
  generated: 'Generated',
  edit: 'Edit and generate again',
  newVideo: 'New video',
  retry: 'Try again',
  notFound: 'We couldn’t find this video.',
} as const;

export const imageToVideoCopy = {
  title: 'Image to Video',
  lead: 'Upload an image and describe how it should move.',
  imageLabel: 'Image',
  imageTip: 'Recommended image size: 512 to 1024 px. Your image becomes the first frame.',
  promptTip: 'Keep the prompt under 50 words. Describe what moves and how.',
} as const;

export const generationMessages = {
  imageStartFallback: 'Image-to-video generation failed',
  promptMissing: PROMPT_REQUIRED,
  planMissing: 'Please select a video duration plan',
  signedOut: 'Please log in to generate videos',
  startFailed: (text: string) => `Failed to generate video: ${text}`,
  startFallback: 'Video generation failed',
  failed: 'Video generation failed. Please try again.',
  ready: 'Your video is ready!',
} as const;

/** Delay of the message after completion. */
export const READY_MESSAGE_MS = 1000;
