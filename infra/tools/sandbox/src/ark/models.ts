import { ArkError } from './errors';

/** What a model takes. */
export interface ArkModel {
  resolutions: string[];
  ratios: string[];
  /** Seconds. */
  durations: number[];
  /** Reference images that stand in for a first frame. */
  references: number;
  /** Whether its videos have sound unless one asks for silence. */
  hasSound: boolean;
  /** Seedance 2 refuses `service_tier`. */
  hasServiceTiers: boolean;
}

const SEEDANCE_1: ArkModel = {
  ...{ resolutions: ['480p', '720p'], ratios: ['16:9', '9:16', '1:1'], durations: [5, 10] },
  ...{ references: 0, hasSound: false, hasServiceTiers: true },
};
/** docs.byteplus.com/en/docs/ModelArk/1520757 (November 28, 2026). */
const SEEDANCE_2: ArkModel = {
  resolutions: ['480p', '720p', '1080p'],
  ratios: ['16:9', '9:16', '1:1', '4:3', '3:4', '21:9'],
  durations: [4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
  ...{ references: 9, hasSound: true, hasServiceTiers: false },
};

/** docs.byteplus.com/en/docs/ModelArk/1520757 (November 28, 2026): to 720p. */
const SEEDANCE_2_FAST: ArkModel = { ...SEEDANCE_2, resolutions: ['480p', '720p'] };

/** The models that the account has activated. It has no endpoints. */
const ACTIVATED: Record<string, ArkModel> = {
  'seedance-1-0-lite-t2v-250428': SEEDANCE_1,
  'seedance-1-0-lite-i2v-250428': SEEDANCE_1,
  'seedance-1-0-pro-250528': SEEDANCE_1,
  'dreamina-seedance-2-0-260128': SEEDANCE_2,
  'dreamina-seedance-2-0-fast-260128': SEEDANCE_2_FAST,
};
const NOT_ACTIVATED = ['seedance-1-0-pro-fast-251015'];

/**
 * ModelArk documents no code of its own for models that were retired, so they are answered like ones that never existed.
 *
 * @throws ArkError 404 for a model that does not exist or is not activated
 */
export function requireModel(id: string): ArkModel {
  const model = ACTIVATED[id];
  if (model) return model;
  if (!NOT_ACTIVATED.includes(id)) {
    const message = `The model or endpoint ${id} does not exist or you do not have access to it.`;
    throw new ArkError(404, 'InvalidEndpointOrModel.NotFound', message);
  }
  const cause = `Your account 2100000000 has not activated the model ${id}.`;
  throw new ArkError(404, 'ModelNotOpen', `${cause} Please activate the model service in the Ark Console.`);
}
