import type { RequestOf } from '@luit/contracts/messages/message';
import { operationsCalls } from '@luit/contracts/operations/messages';
import { uuidv7 } from 'uuidv7';
import type { GenerationTestApp } from './generation-test-app';

/** Changes parts of the safety settings as they are now. */
export async function changeSafety(
  app: Pick<GenerationTestApp, 'call'>,
  changes: Pick<RequestOf<typeof operationsCalls.changeSafetySettings>, 'categories' | 'throttle' | 'classifier'>,
  by = { adminId: uuidv7(), reason: 'A new rule of the team' },
) {
  const { changedAt: basedOn } = await app.call(operationsCalls.getSafetySettings, {});
  return app.call(operationsCalls.changeSafetySettings, { ...changes, ...by, basedOn });
}
