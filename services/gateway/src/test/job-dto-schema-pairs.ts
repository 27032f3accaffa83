import { authCalls } from '@luit/contracts/auth/messages';
import { operatorReason } from '@luit/contracts/auth/audit-log';
import { jobFilter } from '@luit/contracts/operations/jobs';
import { operationsCalls } from '@luit/contracts/operations/messages';
import { z } from 'zod';
import { BannerDto, PauseNewJobsDto } from '../admin/service-status/admin-service-status.dto';
import {
  FindingDecisionDto,
  FindingsQuery,
  OpenOutputDto,
  SafetyCategoryDto,
  SafetyClassifierDto,
  SafetyThrottleDto,
} from '../admin/safety/admin-safety.dto';
import { CallbackReplayDto, CallbacksQuery } from '../admin/callbacks/callbacks.dto';
import * as jobs from '../admin/jobs/jobs.dto';
import {
  ContentReportsQuery,
  QuarterlyNoticeDto,
  ReportDecisionDto,
} from '../admin/content-reports/admin-content-reports.dto';
import { ContentReportDto } from '../content-reports/content-reports.dto';
import * as takedowns from '../admin/jobs/takedowns.dto';
import { DeclareLostDto } from '../admin/jobs/unconfirmed-jobs.dto';
import { ID, optionsOf, type Pair, shapeOf, TIME } from './dto-schema-pair';

const jobAction = shapeOf(operationsCalls.applyJobAction.input);
const [, jobsOfPreview, jobsOfFilter] = optionsOf(jobAction.target) as [z.ZodType, z.ZodType, z.ZodType];

/** The DTOs of the jobs screen. */
export const JOB_PAIRS: Pair[] = [
  {
    dto: SafetyCategoryDto,
    schema: operationsCalls.changeSafetyCategory.input,
    valid: { verdict: 'refuse', words: ['ab'], reason: 'a reason' },
    added: { adminId: ID, category: 'other' },
  },
  {
    dto: FindingsQuery,
    schema: operationsCalls.listSafetyFindings.input,
    valid: { limit: 20, cursor: ID, state: 'open', category: 'other', verdict: 'review', user: ID },
    renamed: { user: 'userId' },
  },
  {
    dto: FindingDecisionDto,
    schema: operationsCalls.decideSafetyFinding.input,
    valid: { decision: 'lifted', reason: 'a reason' },
    added: { adminId: ID, id: ID },
  },
  {
    dto: SafetyThrottleDto,
    schema: operationsCalls.changeSafetyThrottle.input,
    valid: { refusals: 2, windowMinutes: 1, pauseMinutes: 1, reason: 'a reason' },
    added: { adminId: ID },
  },
  {
    dto: OpenOutputDto,
    schema: operationsCalls.openFindingOutput.input,
    valid: { reason: 'a reason' },
    added: { adminId: ID, id: ID },
  },
  {
    dto: SafetyClassifierDto,
    schema: operationsCalls.changeSafetyClassifier.input,
    valid: {
      ...{ onFailure: 'refuse', minors: 1, intimate_imagery: 1, violence: 1, self_harm: 1, impersonation: 1, other: 1 },
      reason: 'a reason',
    },
    added: { adminId: ID },
  },
  {
    dto: jobs.JobFilterDto,
    schema: jobFilter,
    valid: { status: 'failed', type: 'video', provider: 'fal', user: ID, within: '1h', from: TIME, to: TIME, q: 'a' },
    added: { userId: ID },
    edgeOnly: ['user', 'within'],
  },
  {
    dto: jobs.JobsQuery,
    schema: operationsCalls.listJobs.input,
    valid: {
      limit: 20,
      cursor: 'a',
      sort: 'age',
      status: 'failed',
      type: 'video',
      provider: 'fal',
      user: ID,
      within: '1h',
      from: TIME,
      to: TIME,
      q: 'a',
    },
    added: { userId: ID },
    edgeOnly: ['user', 'within'],
  },
  {
    dto: CallbacksQuery,
    schema: operationsCalls.listProviderCallbacks.input,
    valid: { limit: 20, cursor: ID, q: 'a', provider: 'fal', state: 'read', from: TIME, to: TIME },
    renamed: { q: 'words' },
  },
  {
    dto: CallbackReplayDto,
    schema: operationsCalls.replayProviderCallback.input,
    valid: { reason: 'a reason' },
    added: { id: ID, adminId: ID },
  },
  {
    dto: jobs.JobExportQuery,
    schema: operationsCalls.listJobs.input,
    valid: { from: TIME, to: TIME, status: 'failed', type: 'video', provider: 'fal', user: ID, q: 'a' },
    added: { limit: 20, cursor: 'a', sort: 'age', userId: ID },
    edgeOnly: ['user'],
  },
  {
    dto: jobs.BulkDto,
    schema: z.object({
      ...shapeOf(jobsOfFilter),
      action: jobAction.action as z.ZodType,
      reason: jobAction.reason as z.ZodType,
    }),
    valid: { action: 'retry', filter: { status: 'failed' }, dryRun: true, expectedCount: 1, reason: 'a reason' },
    edgeOnly: ['dryRun'],
  },
  {
    dto: jobs.PauseDto,
    schema: z.object({ reason: operatorReason }),
    valid: { reason: 'a reason' },
  },
  {
    dto: PauseNewJobsDto,
    schema: z.object({ reason: operatorReason }),
    valid: { reason: 'a reason' },
  },
  {
    dto: BannerDto,
    schema: operationsCalls.setBanner.input,
    valid: { text: 'a', until: TIME, reason: 'a reason' },
    added: { adminId: ID },
  },
  {
    dto: jobs.BulkActionDto,
    schema: z.object({
      ...shapeOf(jobsOfPreview),
      action: jobAction.action as z.ZodType,
      reason: operatorReason,
    }),
    valid: { previewId: ID, action: 'retry', reason: 'a reason' },
  },
  {
    dto: jobs.JobActionDto,
    schema: z.object({ reason: jobAction.reason as z.ZodType }),
    valid: { reason: 'a reason' },
  },
  {
    dto: jobs.BulkActionItemsQuery,
    schema: operationsCalls.getBulkOperation.input,
    valid: { limit: 20, cursor: ID, state: 'done' },
    added: { operationId: ID },
  },
  {
    dto: jobs.ThroughputQuery,
    schema: operationsCalls.getThroughput.input,
    valid: { window: 'hour', by: 'plan' },
  },
  {
    dto: jobs.MetricsQuery,
    schema: operationsCalls.getJobMetrics.input,
    valid: { window: 'hour' },
  },
  {
    dto: takedowns.TakedownDto,
    schema: operationsCalls.takeDown.input,
    valid: { kind: 'order', reason: 'a reason' },
    added: { adminId: ID, requestId: ID },
  },
  {
    dto: takedowns.OpenTakenDownDto,
    schema: operationsCalls.openTakenDownFile.input,
    valid: { reason: 'a reason' },
    added: { adminId: ID, requestId: ID },
  },
  {
    dto: takedowns.LiftTakedownDto,
    schema: operationsCalls.liftTakedown.input,
    valid: { reason: 'a reason' },
    added: { adminId: ID, requestId: ID },
  },
  {
    dto: ContentReportDto,
    schema: authCalls.postContentReport.input,
    valid: { kind: 'order', target: ID, text: 'a', email: 'a@example.com', language: 'hi', website: '' },
    edgeOnly: ['language', 'website'],
    added: { requestId: ID, language: 'hi', idempotencyKey: 'a' },
  },
  {
    dto: ContentReportsQuery,
    schema: authCalls.listContentReports.input,
    valid: { limit: 20, cursor: ID, kind: 'order', status: 'open' },
    edgeOnly: ['status'],
    added: { isOpen: true },
  },
  {
    dto: QuarterlyNoticeDto,
    schema: authCalls.sendQuarterlyNotice.input,
    valid: { confirmation: '2026-Q3', reason: 'a reason' },
    added: { adminId: ID, quarter: '2026-Q3' },
  },
  {
    dto: ReportDecisionDto,
    schema: authCalls.decideContentReport.input,
    valid: { decision: 'taken_down', answer: 'a reason', kind: 'order', requestId: ID },
    edgeOnly: ['kind'],
    added: { adminId: ID, reportId: ID },
  },
  {
    dto: DeclareLostDto,
    schema: operationsCalls.declareJobLost.input,
    valid: { reason: 'fixed' },
    added: { adminId: ID, id: ID },
  },
];
