/** In code points, see `characterCount`. */
export const MAX_PROMPT_CHARACTERS = 2_000;
/** The length of a text as it counts towards limits: in code points. */
export const characterCount = (text: string): number => [...text].length;
export const PROMPT_REQUIRED = 'Please enter a video prompt';
export const PROMPT_TOO_LONG = `The prompt may have at most ${MAX_PROMPT_CHARACTERS} characters`;
/** Seconds of a video. */
export const VIDEO_DURATIONS = [5, 10] as const;
export const INVALID_DURATION = `Duration must be ${VIDEO_DURATIONS.join(' or ')} seconds`;
export const IMAGE_REQUIRED = 'Please upload an image';
export const QUALITY_REQUIRED = 'Please choose a quality';
/** Maximum credits that a plan may cost. */
export const MAX_PLAN_CREDITS = 100_000;
