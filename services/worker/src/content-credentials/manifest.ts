import type { Manifest, ManifestAction } from '@luit/platform/content-credentials/sign-content';
import type { AiMetadata } from '../outputs/ai-metadata';

/** By which actions refer to what a file was made from. */
export const INPUT_LABEL = 'input';
const FROM_INPUT = { parameters: { ingredientIds: [INPUT_LABEL] } };
const IPTC_NAMESPACE = 'http://iptc.org/std/Iptc4xmpExt/2008-02-29/';

/** Of a video that a model generated, with or without an input image. */
export function generatedBy(model: string, metadata: AiMetadata, hasInput: boolean): Manifest {
  const { digitalSourceType } = metadata;
  const created = { action: 'c2pa.created', digitalSourceType, softwareAgent: { name: model }, when: now() };
  return manifestOf('Video', [{ ...created, ...(hasInput && FROM_INPUT) }], metadata);
}

/** Of a photo that a model restored. Without the original, of which the credentials would say that it was changed, it counts as new. */
export function restoredBy(model: string, metadata: AiMetadata, hasOriginal: boolean): Manifest {
  const restored = { digitalSourceType: metadata.digitalSourceType, softwareAgent: { name: model }, when: now() };
  const actions = hasOriginal
    ? [
        { action: 'c2pa.opened', ...FROM_INPUT },
        { action: 'c2pa.edited', ...restored },
      ]
    : [{ action: 'c2pa.created', ...restored }];
  return manifestOf('Photo', actions, metadata);
}

/** Of a smaller version of a video, which carries the credentials of the video along. */
export function versionOf(metadata: AiMetadata): Manifest {
  return manifestOf('Video', [{ action: 'c2pa.opened', ...FROM_INPUT }, { action: 'c2pa.transcoded' }], metadata);
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
