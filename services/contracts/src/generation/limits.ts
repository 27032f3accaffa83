import { MAX_PROMPT_CHARACTERS } from './prompt-limits';

/** Characters of the words that a library is searched for. */
export const MAX_SEARCH_CHARACTERS = 200;
/** Outputs that can be downloaded as one file. */
export const MAX_ZIP_FILES = 500;
export const MAX_COLLECTIONS = 200;
/** Requests in a collection. */
export const MAX_COLLECTION_ITEMS = 10_000;
/** Requests that are added to a collection, or removed from it, at once. */
export const MAX_COLLECTION_CHANGES = 500;
/** In code points. */
export const MAX_COLLECTION_NAME_CHARACTERS = 80;
export const COLLECTION_NAME_REQUIRED = 'Please enter a name';
export const COLLECTION_NAME_TOO_LONG = `A name may have at most ${MAX_COLLECTION_NAME_CHARACTERS} characters`;
/** Owners cannot delete files that were taken down before these days have passed, because they are evidence. */
export const EVIDENCE_DAYS = 180;
/** How long a deleted request can be taken back. */
export const TRASH_DAYS = 30;
export const PROMPT_REQUIRED = 'Please enter a video prompt';
export const PROMPT_TOO_LONG = `The prompt may have at most ${MAX_PROMPT_CHARACTERS} characters`;
/** In code points. */
export const MAX_NEGATIVE_PROMPT_CHARACTERS = 500;
export const NEGATIVE_PROMPT_TOO_LONG = `What to avoid may have at most ${MAX_NEGATIVE_PROMPT_CHARACTERS} characters`;
/** Characters of the id of a camera motion or a style. */
export const MAX_PRESET_ID = 64;
export const PRESET_LIMITS = { name: 40, description: 120, text: 300 };
/** Limits of the videos that operators show to everyone. */
export const EXAMPLE_LIMITS = { title: 60, count: 24 };
export const OWNER_MUST_AGREE = 'A video can be shown to everyone only if its owner agreed';
/** Stands for the prompt in the text of a preset. */
export const PROMPT_PLACEHOLDER = '{prompt}';
export const PRESET_TEXT_INVALID = `The text must contain ${PROMPT_PLACEHOLDER} and have at most ${PRESET_LIMITS.text} characters`;
/** Lengths are in code points. */
export const METADATA_LIMITS = { pairs: 16, key: 64, value: 512 };
export const METADATA_INVALID = `Metadata are at most ${METADATA_LIMITS.pairs} pairs of text, with keys of 1 to ${METADATA_LIMITS.key} characters and values of up to ${METADATA_LIMITS.value}`;
/** The largest seed that all providers take. */
export const MAX_SEED = 2_147_483_647;
/** Width to height, by the aspect ratio. */
export const WIDTH_TO_HEIGHT = {
  '16:9': 16 / 9,
  '9:16': 9 / 16,
  '1:1': 1,
  '4:3': 4 / 3,
  '3:4': 3 / 4,
  '3:2': 3 / 2,
  '2:3': 2 / 3,
  '21:9': 21 / 9,
} as const;
export const INVALID_DURATION = 'Duration must be 5 or 10 seconds';
export const IMAGE_REQUIRED = 'Please upload an image';
export const QUALITY_REQUIRED = 'Please choose a quality';
/** Requests further back in a queue are shown at this position too: more than 100 are ahead of them. */
export const LAST_QUEUE_POSITION = 102;
/** The longest that a provider's Retry-After is obeyed before Luit asks again. */
export const MAX_RETRY_AFTER_MS = 60_000;

/** Browsers check it before they upload, and the gateway while it receives a file. */
export const MAX_IMAGE_BYTES = 10 * 1024 * 1024;
/** Whole megabytes, or one decimal. */
export const megabytes = (bytes: number): string => String(Number((bytes / 1024 / 1024).toFixed(1)));
export const megapixels = (pixels: number): string => String(pixels / 1_000_000);
export const imageTooLarge = (maxBytes: number): string => `Image size should be less than ${megabytes(maxBytes)}MB`;

/** A worker has no key for the provider. It is also the reason for which a provider is unavailable if no worker has a key. */
export const NO_KEY = 'provider_not_configured';
/** Code of a failure: the vendor says that it has no such model, or that our account may not use it. */
export const MODEL_MISSING = 'model_missing';

export const LABEL_CORNERS = ['top-left', 'top-right', 'bottom-left', 'bottom-right'] as const;
/** Limits of the visible label of outputs: characters, percent of the shorter side, and seconds. */
export const LABEL_LIMITS = { text: 60, minSizePercent: 2, maxSizePercent: 15, seconds: 60 };

/** Characters of the fonts that draw the label: the scripts of India, Urdu, Latin, Greek and Cyrillic. */
export const LABEL_TEXT =
  /^(?=.*\S)[ -~\u00a0-\u024f\u0370-\u03ff\u0400-\u04ff\u0600-\u06ff\u0900-\u0d7f\u1c50-\u1c7f\u200c\u200d\u2010-\u2027\u20b9\u2122\uabc0-\uabff]+$/;

/** Reasons to refuse a prompt, the most serious first. `impersonation` and `other` contain only operators' entries. */
export const SAFETY_CATEGORIES = [
  'minors',
  'intimate_imagery',
  'violence',
  'self_harm',
  'impersonation',
  'other',
] as const;
/** The treatment of prompts of a category. A prompt in review is generated, and operators see it. */
export const SAFETY_VERDICTS = ['off', 'review', 'refuse'] as const;
/** Hours in which a guest may object to a refusal. */
export const GUEST_APPEAL_HOURS = 24;
/** Days in which guests may order a text that operators allowed a guest. */
export const GUEST_ALLOWED_DAYS = 7;

export const SAFETY_LIMITS = {
  /** Characters of a word or phrase, its asterisks, and the words of a category. */
  word: 80,
  wildcards: 3,
  words: 200,
  /** Refused prompts that pause an account, the time in which they count, and the first pause. */
  refusals: { min: 2, max: 100 },
  windowMinutes: { min: 1, max: 1_440 },
  pauseMinutes: { min: 1, max: 1_440 },
  /** Percent that a classifier must reach. */
  threshold: { min: 1, max: 100 },
  /** Characters of an owner's appeal against a refusal. */
  appeal: 1_000,
} as const;
export const APPEAL_REQUIRED = 'Say why this is a mistake';
export const APPEAL_TOO_LONG = `This text may have at most ${SAFETY_LIMITS.appeal} characters`;
/** The treatment of requests if the classifier does not answer. */
export const CLASSIFIER_FAILURES = ['review', 'refuse', 'unavailable'] as const;
/** `open`: no operator has decided about the prompt. */
export const FINDING_STATES = ['open', 'confirmed', 'lifted'] as const;
export const MINORS_REFUSED = 'Sexual content involving minors is always refused';
export const INVALID_SAFETY_WORD = `A word or phrase needs at least two letters or digits, and may have at most ${SAFETY_LIMITS.word} characters and ${SAFETY_LIMITS.wildcards} asterisks`;
