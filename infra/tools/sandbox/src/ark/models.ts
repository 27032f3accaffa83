import { ArkError } from './errors';

/** The models that the account has activated. It has no endpoints. */
const ACTIVATED = ['seedance-1-0-lite-t2v-250428', 'seedance-1-0-lite-i2v-250428', 'seedance-1-0-pro-250528'];
const NOT_ACTIVATED = ['seedance-1-5-pro-251215', 'dreamina-seedance-2-0-260128', 'dreamina-seedance-2-0-fast-260128'];

/** @throws ArkError 404 for a model that does not exist or is not activated */
export function requireModel(model: string): void {
  if (ACTIVATED.includes(model)) return;
  if (!NOT_ACTIVATED.includes(model)) {
    const message = `The model or endpoint ${model} does not exist or you do not have access to it.`;
    throw new ArkError(404, 'InvalidEndpointOrModel.NotFound', message);
  }
  const cause = `Your account 2100000000 has not activated the model ${model}.`;
  throw new ArkError(404, 'ModelNotOpen', `${cause} Please activate the model service in the Ark Console.`);
}
