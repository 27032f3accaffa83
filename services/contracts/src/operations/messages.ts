import { operatorAction } from '../auth/audit-log';
import { exampleEditorCalls } from '../generation/examples';
import { modelEditorCalls } from '../generation/model-editor';
import { outputLabelEditorCalls } from '../generation/output-label';
import { planEditorCalls } from '../generation/plans';
import { presetEditorCalls } from '../generation/presets';
import { safetyCalls } from '../generation/safety';
import { takedownEditorCalls } from '../generation/takedowns';
import { event } from '../messages/message';
import { affectedJobCalls } from './affected-jobs';
import { jobActionCalls } from './job-actions';
import { jobMetricsCalls } from './job-metrics';
import { jobBroadcasts, jobListCalls } from './jobs';
import { serviceStatusCalls } from './service-status';
import { trafficBroadcasts, trafficCalls } from './traffic';
import { providerCallbackCalls } from './provider-callbacks';
import { unconfirmedJobCalls } from './unconfirmed-jobs';

export const operationsCalls = {
  ...affectedJobCalls,
  ...exampleEditorCalls,
  ...jobActionCalls,
  ...jobListCalls,
  ...jobMetricsCalls,
  ...modelEditorCalls,
  ...outputLabelEditorCalls,
  ...planEditorCalls,
  ...presetEditorCalls,
  ...safetyCalls,
  ...serviceStatusCalls,
  ...takedownEditorCalls,
  ...trafficCalls,
  ...providerCallbackCalls,
  ...unconfirmedJobCalls,
};

export const operationsEvents = {
  /** An operator did something; auth records it in the audit log, once by `id`. */
  operatorActed: event('generation.operatorActed', ['auth'], operatorAction),
};

export const operationsBroadcasts = { ...jobBroadcasts, ...trafficBroadcasts };
