import type { ProviderTask } from '@luit/contracts/generation/provider-tasks';
import type { Ingredient, Manifest, ManifestAction } from '@luit/media/content-credentials/sign-content';
import type { AiMetadata } from './ai-metadata';

/** Roles that a model or a conversion gives to its input files. */
export const INGREDIENTS = {
  firstFrame: { title: 'First frame', label: 'first-frame', relationship: 'inputTo' },
  lastFrame: { title: 'Last frame', label: 'last-frame', relationship: 'inputTo' },
  image: { title: 'Image', label: 'image', relationship: 'inputTo' },
  original: { title: 'Original', label: 'original', relationship: 'parentOf' },
  video: { title: 'Video', label: 'video', relationship: 'parentOf' },
} as const satisfies Record<string, Omit<Ingredient, 'file' | 'format'>>;

/** The role of a reference image, which are numbered from 1. */
export function referenceOf(number: number): Omit<Ingredient, 'file' | 'format'> {
  return { title: `Reference ${number}`, label: `reference-${number}`, relationship: 'inputTo' };
}

const IPTC_NAMESPACE = 'http://iptc.org/std/Iptc4xmpExt/2008-02-29/';

/** The manifest of a video or an image that a model generated, from the images that the model received. */
export function generatedBy(
  { model, duration }: Pick<ProviderTask, 'model' | 'duration'>,
  metadata: AiMetadata,
  images: Ingredient[],
): Manifest {
  const { digitalSourceType } = metadata;
  const created = { action: 'c2pa.created', digitalSourceType, softwareAgent: { name: model }, when: now() };
  const title = duration === null ? 'Image' : 'Video';
  return manifestOf(title, [{ ...created, ...(images.length > 0 && madeFrom(images)) }], metadata);
}

/** The manifest of a restored photo. Without its original, which the credentials would name as changed, it counts as new. */
export function restoredBy(model: string, metadata: AiMetadata, originals: Ingredient[]): Manifest {
  const restored = { digitalSourceType: metadata.digitalSourceType, softwareAgent: { name: model }, when: now() };
  const actions =
    originals.length > 0
      ? [
          { action: 'c2pa.opened', ...madeFrom(originals) },
          { action: 'c2pa.edited', ...restored },
        ]
      : [{ action: 'c2pa.created', ...restored }];
  return manifestOf('Photo', actions, metadata);
}

/** The manifest of a smaller version of a video, which also contains the credentials of the video. */
export function versionOf(metadata: AiMetadata, video: Ingredient): Manifest {
  return manifestOf(
    'Video',
    [{ action: 'c2pa.opened', ...madeFrom([video]) }, { action: 'c2pa.transcoded' }],
    metadata,
  );
}

function madeFrom(ingredients: Ingredient[]): Pick<ManifestAction, 'parameters'> {
  return { parameters: { ingredientIds: ingredients.map(({ label }) => label) } };
}

function now(): string {
  return new Date().toISOString();
}

function manifestOf(title: string, actions: ManifestAction[], { digitalSourceType, identifier }: AiMetadata): Manifest {
  return {
    title,
    claim_generator_info: [{ name: 'Luit' }],
    assertions: [
      { label: 'c2pa.actions', data: { actions } },
      {
        label: 'cawg.metadata',
        data: {
          '@context': { Iptc4xmpExt: IPTC_NAMESPACE },
          'Iptc4xmpExt:DigitalSourceType': digitalSourceType,
          'Iptc4xmpExt:DigImageGUID': identifier,
        },
      },
    ],
  };
}
