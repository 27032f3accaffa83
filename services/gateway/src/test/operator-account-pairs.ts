import { authCalls } from '@luit/contracts/auth/messages';
import { billingCalls } from '@luit/contracts/billing/messages';
import { billingSettings } from '@luit/contracts/billing/settings';
import { operationsCalls } from '@luit/contracts/operations/messages';
import * as approvals from '../admin/approvals/approvals.dto';
import { TakedownSettingsDto } from '../admin/takedown-settings/takedown-settings.dto';
import * as outputLabel from '../admin/output-label/admin-output-label.dto';
import * as savedViews from '../admin/saved-views/saved-views.dto';
import { OpenSealedRecordDto, SealedRecordsQuery } from '../admin/sealed-records/sealed-records.dto';
import * as settings from '../admin/settings/admin-settings.dto';
import * as users from '../admin/users/admin-users.dto';
import { ID, type Pair } from './dto-schema-pair';

/** The DTOs of users, approvals and settings. */
export const OPERATOR_ACCOUNT_PAIRS: Pair[] = [
  {
    dto: savedViews.SavedViewsQuery,
    schema: authCalls.listSavedViews.input,
    valid: { list: 'jobs' },
    added: { adminId: ID },
  },
  {
    dto: savedViews.SavedViewDto,
    schema: authCalls.createSavedView.input,
    valid: { list: 'jobs', name: 'a', params: { status: 'failed' }, isShared: true },
    added: { adminId: ID },
  },
  {
    dto: savedViews.SavedViewChangeDto,
    schema: authCalls.changeSavedView.input,
    valid: { name: 'a', params: { status: 'failed' }, isShared: true },
    added: { adminId: ID, viewId: ID },
  },
  {
    dto: users.SignOutUserDto,
    schema: authCalls.signOutUser.input,
    valid: { reason: 'a reason' },
    added: { userId: ID, adminId: ID },
  },
  {
    dto: users.RevokeApiKeyDto,
    schema: authCalls.revokeApiKeyOf.input,
    valid: { reason: 'a reason' },
    added: { userId: ID, adminId: ID, keyId: ID },
  },
  {
    dto: users.ViewUserDto,
    schema: authCalls.startUserView.input,
    valid: { reason: 'a reason' },
    added: { userId: ID, adminId: ID },
  },
  {
    dto: SealedRecordsQuery,
    schema: authCalls.listSealedRecords.input,
    valid: { limit: 20, cursor: ID },
  },
  {
    dto: OpenSealedRecordDto,
    schema: authCalls.openSealedRecord.input,
    valid: { reason: 'a reason' },
    added: { adminId: ID, userId: ID },
  },
  {
    dto: users.NoteDto,
    schema: authCalls.addUserNote.input,
    valid: { text: 'a' },
    added: { userId: ID, adminId: ID },
  },
  {
    dto: users.BlockDto,
    schema: authCalls.blockUser.input,
    valid: { reason: 'a reason' },
    added: { userId: ID, adminId: ID },
  },
  {
    dto: approvals.ApprovalsQuery,
    schema: billingCalls.listApprovals.input,
    valid: { limit: 20, cursor: ID, state: 'pending' },
    added: { isPending: true },
    edgeOnly: ['state'],
  },
  {
    dto: approvals.DeclineDto,
    schema: billingCalls.declineApproval.input,
    valid: { reason: 'a reason' },
    added: { adminId: ID, operatorEmail: 'a@b.co', approvalId: ID },
  },
  {
    dto: TakedownSettingsDto,
    schema: operationsCalls.changeTakedownSettings.input,
    valid: { returnsCredits: true },
    added: { adminId: ID },
  },
  {
    dto: outputLabel.OutputLabelDto,
    schema: operationsCalls.changeOutputLabel.input,
    valid: {
      onVideos: true,
      onRestorations: true,
      text: 'a',
      corner: 'top-left',
      sizePercent: 5,
      seconds: 5,
    },
    added: { adminId: ID },
  },
  {
    dto: settings.SettingsDto,
    schema: billingCalls.changeSettings.input,
    valid: {
      signupGrant: { credits: 0, expiresInDays: 1 },
      confirmAbove: { refundPaise: 0, credits: 0 },
      approveAbove: { refundPaise: 0, credits: 0 },
      reason: 'a reason',
    },
    added: { adminId: ID },
    edgeOnly: ['reason'],
  },
  {
    dto: settings.ApproveAboveDto,
    schema: billingSettings.shape.approveAbove,
    valid: { refundPaise: 0, credits: 0 },
  },
  {
    dto: settings.ConfirmAboveDto,
    schema: billingSettings.shape.confirmAbove,
    valid: { refundPaise: 0, credits: 0 },
  },
];
