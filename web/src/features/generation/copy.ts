import { plural, t } from '@lingui/core/macro';
import type { ModelCapabilities } from '@luit/contracts/generation/models';
import { formatCredits, formatNumber, formatSeconds } from '../../lib/format';

export const generationCopy = {
  get title() {
    return t`Prompt to Video`;
  },
  get lead() {
    return t`Describe a scene, choose a length and get a short video.`;
  },
  get promptHint() {
    return t`Describe the subject, movement, light and camera.`;
  },
  generate: (seconds: number, credits: number) => {
    const length = formatSeconds(seconds);
    const price = formatCredits(credits);
    return t`Generate video (${length}, ${price})`;
  },
  generateSeveral: (count: number, seconds: number, creditsEach: number) => {
    const length = formatSeconds(seconds);
    const total = formatCredits(count * creditsEach);
    return t`Generate ${count} videos (${length} each, ${count} × ${creditsEach} = ${total})`;
  },
  get generateNoPlan() {
    return t`Generate video`;
  },
  /** @param excess characters */
  tooLong: (excess: number) => {
    const characters = formatNumber(excess);
    return plural(excess, {
      one: `Your prompt is too long by ${characters} character.`,
      other: `Your prompt is too long by ${characters} characters.`,
    });
  },
  /** The accessible name of a plan's card. */
  plan: (name: string, seconds: number, quality: string, price: string) =>
    t`${name}, ${seconds} seconds, ${quality}, ${price}`,
  get popular() {
    return t`Popular`;
  },
  get price() {
    return t`Price`;
  },
  get loading() {
    return t`Loading...`;
  },
  get refreshPage() {
    return t`Refresh`;
  },
  get duration() {
    return t`Duration`;
  },
  get prompt() {
    return t`Prompt`;
  },
  get generated() {
    return t({ message: 'Generated', context: 'label of a date' });
  },
  get edit() {
    return t`Edit and generate again`;
  },
  sameAgain: (credits: number) => {
    const price = formatCredits(credits);
    return t`Same again (${price})`;
  },
  vary: (credits: number) => {
    const price = formatCredits(credits);
    return t`Vary (${price})`;
  },
  get remix() {
    return t`Remix with another prompt`;
  },
  get extend() {
    return t`Extend from the last frame`;
  },
  get newVideo() {
    return t`New video`;
  },
  get retry() {
    return t`Try again`;
  },
  get notFound() {
    return t`We couldn’t find this video.`;
  },
} as const;

export const optionCopy = {
  get model() {
    return t`Model`;
  },
  speed: (time: string) => t`usually ready in ${time}`,
  capabilities: ({ image, aspectRatios, seed, negativePrompt }: ModelCapabilities) => {
    const ratioCount = aspectRatios.length;
    return [
      image ? t`from a prompt or an image` : t`from a prompt`,
      ratioCount > 1 ? t`${ratioCount} aspect ratios` : null,
      seed ? t`repeatable` : null,
      negativePrompt ? t`negative prompt` : null,
    ];
  },
  get notThisPlan() {
    return t`Not for this length and quality`;
  },
  get aspectRatio() {
    return t`Aspect ratio`;
  },
  ratios: {
    get '16:9'() {
      return t`Landscape`;
    },
    get '9:16'() {
      return t`Portrait`;
    },
    get '1:1'() {
      return t`Square`;
    },
    get original() {
      return t`Like the image`;
    },
  },
  get framing() {
    return t`Framing`;
  },
  get framingHint() {
    return t`This part of your image is used. Drag it, or move it with the arrow keys.`;
  },
  presets: {
    get camera() {
      return t`Camera motion`;
    },
    get style() {
      return t`Style`;
    },
  },
  get noPreset() {
    return t({ message: 'None', context: 'no camera motion or style' });
  },
  get noPresetHint() {
    return t`As your prompt says.`;
  },
  get variations() {
    return t`Number of videos`;
  },
  videos: (count: number) => {
    const number = formatNumber(count);
    return plural(count, { one: `${number} video`, other: `${number} videos` });
  },
  get advanced() {
    return t`Advanced options`;
  },
  get seed() {
    return t`Seed`;
  },
  get seedHint() {
    return t`The same seed and input produce the same video. For several videos, the seed goes up by one each time.`;
  },
  get seedPlaceholder() {
    return t`Random`;
  },
  get negativePrompt() {
    return t`Negative prompt`;
  },
  get negativePromptHint() {
    return t`What the video should not show.`;
  },
  get extending() {
    return t`This video continues the last frame of your earlier one.`;
  },
  get stopExtending() {
    return t`Do not continue the earlier video`;
  },
} as const;

export const imageToVideoCopy = {
  get title() {
    return t`Image to Video`;
  },
  get lead() {
    return t`Upload an image and describe how it should move.`;
  },
  get imageLabel() {
    return t`Image`;
  },
  get imageTip() {
    return t`Recommended image size: 512 to 1024 px. Your image becomes the first frame.`;
  },
  get addLastFrame() {
    return t`Add a last frame`;
  },
  get lastFrameLabel() {
    return t`Last frame`;
  },
  get lastFrameTip() {
    return t`The video moves from your image to this one.`;
  },
  get promptTip() {
    return t`Keep the prompt under 50 words. Describe what moves and how.`;
  },
} as const;

export const generationMessages = {
  get imageStartFallback() {
    return t`Image-to-video generation failed`;
  },
  get promptMissing() {
    return t`Please enter a video prompt`;
  },
  get planMissing() {
    return t`Please select a video duration plan`;
  },
  get signedOut() {
    return t`Please log in to generate videos`;
  },
  startFailed: (reason: string) => t`Failed to generate video: ${reason}`,
  partlyStarted: (started: number, count: number, reason: string) =>
    t`${started} of ${count} videos started. The others did not, and no credits are held for them: ${reason}`,
  get startFallback() {
    return t`Video generation failed`;
  },
  get ready() {
    return t`Your video is ready!`;
  },
} as const;

/** Delay of the message after completion. */
export const READY_MESSAGE_MS = 1000;
