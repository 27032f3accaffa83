import { type ModelEntry, modelEntry } from './model-entry';
import { PHOTO_DRAFTS, VIDEO_DRAFTS } from './shipped/drafts';
import { IMAGE_MODELS } from './shipped/images';
import { PHOTO_MODELS } from './shipped/photos';
import { VIDEO_MODELS } from './shipped/videos';

/** The models of a new installation, in their order on the screen. The first one that makes videos is the default. */
export const SHIPPED_MODELS: ModelEntry[] = [
  ...VIDEO_MODELS,
  ...PHOTO_MODELS,
  ...IMAGE_MODELS,
  ...VIDEO_DRAFTS,
  ...PHOTO_DRAFTS,
].map((entry) => modelEntry.parse(entry));
