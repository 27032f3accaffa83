import { z } from 'zod';
import { empty } from '../messages/fields';
import { call, job } from '../messages/message';
import { ofUser } from './requests';

const derivedFile = z.object({ key: z.string(), bytes: z.int().min(1) });
export type DerivedFile = z.infer<typeof derivedFile>;

export const derivedState = z.enum(['making', 'ready', 'failed']);
export const derivedFiles = z.object({
  state: derivedState,
  /** Its shorter side has 480 pixels. Null until it is ready, and if the original is as small. */
  small: derivedFile.nullable(),
  /** Three seconds as an animated WebP image. Null until it is ready. */
  animation: derivedFile.nullable(),
});
/** Versions of a video that are made when someone first asks for them. Keys are of the storage, not links. */
export type DerivedFiles = z.infer<typeof derivedFiles>;

const ofRequest = z.object({ requestId: z.string() });
const derivation = z.discriminatedUnion('action', [
  z.object({ action: z.literal('make'), outputKey: z.string() }),
  /** The request was deleted meanwhile: files that were already stored are to be removed. */
  z.object({ action: z.literal('remove') }),
  z.object({ action: z.literal('none') }),
]);
/** The work that a worker does for a request. */
export type Derivation = z.infer<typeof derivation>;

export const derivedFileCalls = {
  /** Null if no one asked for them. `not_found` unless the request is in the user's library. */
  getDerivedFiles: call('generation.getDerivedFiles', {
    input: ofUser,
    output: z.object({ derived: derivedFiles.nullable() }),
  }),
  /** Requests the derived files unless they exist or are being made. Idempotent. `not_found`; `conflict` unless it is a finished video. */
  requestDerivedFiles: call('generation.requestDerivedFiles', {
    input: ofUser,
    output: z.object({ derived: derivedFiles }),
  }),
  claimDerivation: call('generation.claimDerivation', { input: ofRequest, output: derivation }),
  /** Idempotent. `isKept` is false if the request was deleted meanwhile: the files are to be removed. */
  recordDerivation: call('generation.recordDerivation', {
    input: ofRequest.extend({ small: derivedFile.nullable(), animation: derivedFile.nullable() }),
    output: z.object({ isKept: z.boolean() }),
  }),
  /** The video cannot be converted. Its owner can ask for it again. */
  recordDerivationFailure: call('generation.recordDerivationFailure', { input: ofRequest, output: empty }),
};

/** Makes the derived files of a request. */
export const deriveJob = job('derive', 'worker', 'generation');
