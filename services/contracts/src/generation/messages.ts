import { z } from 'zod';
import { empty } from '../messages/fields';
import { call } from '../messages/message';
import { invariantStatus } from '../messages/invariants';
import { erasureBroadcasts, erasureCalls } from './account-deletion';
import { collectionCalls } from './collections';
import { derivedFileCalls } from './derived-files';
import { modelCheckCalls } from './model-checks';
import { exampleCalls } from './examples';
import { favoriteCalls } from './favorites';
import { lateResultCalls } from './late-results';
import { outputLabelCalls } from './output-label';
import { pendingOrderCalls } from './pending-orders';
import { modelCalls, modelEvents } from './models';
import { planCalls } from './plans';
import { presetCalls } from './presets';
import { providerCostCalls } from './provider-costs';
import { providerTaskCalls } from './provider-tasks';
import { providerCalls } from './providers';
import { outputSafetyCalls, refusalCalls } from './safety';
import { requestCalls, requestEvents, requestPushes } from './requests';
import { runnerCalls, runnerPushes } from './runners';
import { shareLinkCalls } from './share-links';
import { storageUsageCalls } from './storage-usage';
import { submissionCalls } from './submissions';
import { takedownBroadcasts, takedownCalls, takedownEvents } from './takedowns';
import { trackingCalls } from './tracking';
import { trashCalls } from './trash';
import { usageCalls } from './usage';
import { verificationCalls } from './verifications';
import { zipDownloadCalls } from './zip-downloads';

export const generationCalls = {
  ...collectionCalls,
  ...derivedFileCalls,
  ...modelCheckCalls,
  ...erasureCalls,
  ...exampleCalls,
  ...favoriteCalls,
  ...lateResultCalls,
  ...outputLabelCalls,
  ...outputSafetyCalls,
  ...pendingOrderCalls,
  ...modelCalls,
  ...planCalls,
  ...presetCalls,
  ...providerCalls,
  ...providerCostCalls,
  ...providerTaskCalls,
  ...refusalCalls,
  ...requestCalls,
  ...runnerCalls,
  ...shareLinkCalls,
  ...storageUsageCalls,
  ...submissionCalls,
  ...takedownCalls,
  ...trackingCalls,
  ...trashCalls,
  ...usageCalls,
  ...verificationCalls,
  ...zipDownloadCalls,
  /** The latest result of each invariant that generation checks. */
  listInvariants: call('generation.listInvariants', {
    isForOperators: true,
    input: empty,
    output: z.object({ invariants: z.array(invariantStatus) }),
  }),
};

export const generationEvents = { ...modelEvents, ...requestEvents, ...takedownEvents };

export const generationPushes = { ...requestPushes, ...runnerPushes };

export const generationBroadcasts = { ...erasureBroadcasts, ...takedownBroadcasts };
