import { PROMPT_REQUIRED } from '@luit/contracts/generation/limits';
import type { ModelCapabilities } from '@luit/contracts/generation/models';
import { formatCredits, formatSeconds } from '../../lib/format';

export const generationCopy = {
  title: 'Prompt to Video',
  lead: 'Describe a scene, choose a length and get a short video.',
  promptHint: 'Describe the subject, movement, light and camera.',
  generate: (seconds: number, credits: number) =>
    `Generate video (${formatSeconds(seconds)}, ${formatCredits(credits)})`,
  generateSeveral: (count: number, seconds: number, credits: number) =>
    `Generate ${count} videos (${formatSeconds(seconds)} each, ${count} × ${credits} = ${formatCredits(count * credits)})`,
  generateNoPlan: 'Generate video',
  tooLong: (characters: string) => `Your prompt is too long by ${characters}.`,
  refreshPage: 'Refresh',
  duration: 'Duration',
  prompt: 'Prompt',
  generated: 'Generated',
  edit: 'Edit and generate again',
  sameAgain: (credits: number) => `Same again (${formatCredits(credits)})`,
  vary: (credits: number) => `Vary (${formatCredits(credits)})`,
  remix: 'Remix with another prompt',
  extend: 'Extend from the last frame',
  newVideo: 'New video',
  retry: 'Try again',
  notFound: 'We couldn’t find this video.',
} as const;

export const optionCopy = {
  model: 'Model',
  speed: (time: string) => `usually ready in ${time}`,
  capabilities: ({ image, aspectRatios, seed, negativePrompt }: ModelCapabilities) => [
    image ? 'from a prompt or an image' : 'from a prompt',
    aspectRatios.length > 1 ? `${aspectRatios.length} aspect ratios` : null,
    seed ? 'repeatable' : null,
    negativePrompt ? 'negative prompt' : null,
  ],
  notThisPlan: 'Not for this length and quality',
  aspectRatio: 'Aspect ratio',
  ratios: { '16:9': 'Landscape', '9:16': 'Portrait', '1:1': 'Square', original: 'Like the image' },
  framing: 'Framing',
  framingHint: 'This part of your image is used. Drag it, or move it with the arrow keys.',
  presets: { camera: 'Camera motion', style: 'Style' },
  noPreset: 'None',
  noPresetHint: { camera: 'As your prompt says.', style: 'As your prompt says.' },
  variations: 'Number of videos',
  videos: (count: number) => (count === 1 ? '1 video' : `${count} videos`),
  advanced: 'Advanced options',
  seed: 'Seed',
  seedHint: 'The same seed and input repeat a video. Several videos count up from it.',
  seedPlaceholder: 'Random',
  negativePrompt: 'Negative prompt',
  negativePromptHint: 'What the video should not show.',
  extending: 'This video continues the last frame of your earlier one.',
  stopExtending: 'Do not continue the earlier video',
} as const;

export const imageToVideoCopy = {
  title: 'Image to Video',
  lead: 'Upload an image and describe how it should move.',
  imageLabel: 'Image',
  imageTip: 'Recommended image size: 512 to 1024 px. Your image becomes the first frame.',
  addLastFrame: 'Add a last frame',
  lastFrameLabel: 'Last frame',
  lastFrameTip: 'The video moves from your image to this one.',
  promptTip: 'Keep the prompt under 50 words. Describe what moves and how.',
} as const;

export const generationMessages = {
  imageStartFallback: 'Image-to-video generation failed',
  promptMissing: PROMPT_REQUIRED,
  planMissing: 'Please select a video duration plan',
  signedOut: 'Please log in to generate videos',
  startFailed: (text: string) => `Failed to generate video: ${text}`,
  partlyStarted: (started: number, count: number, text: string) =>
    `${started} of ${count} videos started. The others did not, and no credits are held for them: ${text}`,
  startFallback: 'Video generation failed',
  ready: 'Your video is ready!',
} as const;

/** Delay of the message after completion. */
export const READY_MESSAGE_MS = 1000;
