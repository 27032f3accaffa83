import type { Ingredient, Manifest, ManifestAction } from '@luit/platform/content-credentials/sign-content';
import type { AiMetadata } from '../outputs/ai-metadata';

/** What files are made from, by the roles that a model or a conversion gives it. */
export const INGREDIENTS = {
  firstFrame: { title: 'First frame', label: 'first-frame', relationship: 'inputTo' },
  lastFrame: { title: 'Last frame', label: 'last-frame', relationship: 'inputTo' },
  original: { title: 'Original', label: 'original', relationship: 'parentOf' },
  video: { title: 'Video', label: 'video', relationship: 'parentOf' },
} as const satisfies Record<string, Omit<Ingredient, 'file' | 'format'>>;
const IPTC_NAMESPACE = 'http://iptc.org/std/Iptc4xmpExt/2008-02-29/';

/** Of a video that a model generated, from up to two images. */
export function generatedBy(model: string, metadata: AiMetadata, images: Ingredient[]): Manifest {
  const { digitalSourceType } = metadata;
  const created = { action: 'c2pa.created', digitalSourceType, softwareAgent: { name: model }, when: now() };
  return manifestOf('Video', [{ ...created, ...(images.length > 0 && madeFrom(images)) }], metadata);
}

/** Of a photo that a model restored. Without the original, of which the credentials would say that it was changed, it counts as new. */
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

/** Of a smaller version of a video, which carries the credentials of the video along. */
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
