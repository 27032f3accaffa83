import { z } from 'zod';
import { empty, id, optional, timestamp } from '../messages/fields';
import { call } from '../messages/message';
import { secondFactorState } from './admins';
import { CURRENT_PASSWORD_REQUIRED, INPUT_LIMITS } from './limits';
import { TOO_LONG } from '../messages/input-limits';
import { OPERATOR_ROLES } from './operator-permissions';
import { browserJson, newPasskeyBody, passkeyOptions, passkeyResponse } from './passkeys';
import { currentPassword, device, deviceSession, emailInput, linkToken, passwordInput } from './sessions';
import { nameInput } from './users';

const role = z.enum(OPERATOR_ROLES);
const UNKNOWN_ROLE = 'Please choose a role';
const CODE_REQUIRED = 'Please enter the code from your authenticator app';
const code = z.string(CODE_REQUIRED).min(1, CODE_REQUIRED).max(INPUT_LIMITS.code, TOO_LONG);

/** One of a code of an authenticator app, a recovery code, or a passkey. */
export const secondFactorProof = z.object({
  code: optional(z.string().max(INPUT_LIMITS.code, TOO_LONG)).describe('The code from the authenticator app'),
  recoveryCode: optional(z.string().max(INPUT_LIMITS.code, TOO_LONG)).describe('An unused recovery code'),
  passkey: optional(passkeyResponse),
});
export type SecondFactorProof = z.infer<typeof secondFactorProof>;

export const operatorInvitationBody = z.object({
  email: emailInput.meta({ example: 'mina@example.com' }),
  role: z.enum(OPERATOR_ROLES, UNKNOWN_ROLE),
});
export type OperatorInvitationBody = z.infer<typeof operatorInvitationBody>;
export const operatorChangeBody = z.object({
  role: optional(z.enum(OPERATOR_ROLES, UNKNOWN_ROLE)),
  isDisabled: optional(z.boolean()).describe('A disabled operator is signed out and cannot sign in'),
});
export type OperatorChangeBody = z.infer<typeof operatorChangeBody>;
export const invitationAcceptanceBody = z.object({ name: nameInput, password: passwordInput, token: linkToken });
export type InvitationAcceptanceBody = z.infer<typeof invitationAcceptanceBody>;
export const operatorNameBody = z.object({ name: nameInput });
export const operatorPasswordBody = z.object({
  password: passwordInput,
  currentPassword: currentPassword.min(1, CURRENT_PASSWORD_REQUIRED),
});
export type OperatorPasswordBody = z.infer<typeof operatorPasswordBody>;
export const totpCodeBody = z.object({ code: code.meta({ example: '123456' }) });

const methods = z.object({ hasTotp: z.boolean(), hasPasskey: z.boolean(), isPasskeyPossible: z.boolean() });

export const operatorIdentity = z.object({
  id,
  email: z.string(),
  name: z.string(),
  role,
  secondFactor: secondFactorState,
  methods,
});
/** The signed-in operator, and the state of their second factor. */
export type OperatorIdentity = z.infer<typeof operatorIdentity>;

export const operatorProfile = z.object({
  hasTotp: z.boolean(),
  isPasskeyPossible: z.boolean(),
  passkeys: z.array(z.object({ id, name: z.string(), created_at: timestamp, last_used_at: timestamp.nullable() })),
  recoveryCodesLeft: z.int(),
  sessions: z.array(deviceSession),
});
export type OperatorProfile = z.infer<typeof operatorProfile>;

export const operator = z.object({
  id,
  email: z.string(),
  name: z.string(),
  role,
  isDisabled: z.boolean(),
  hasSecondFactor: z.boolean(),
  openSessions: z.int(),
  created_at: timestamp,
  last_seen_at: timestamp.nullable(),
});
export type OperatorRow = z.infer<typeof operator>;

export const operatorInvitation = z.object({
  id,
  email: z.string(),
  role,
  invitedBy: z.string(),
  created_at: timestamp,
  expires_at: timestamp,
  isExpired: z.boolean(),
});
export type OperatorInvitation = z.infer<typeof operatorInvitation>;

/** Present if these are the first codes of the operator, or new ones were requested. They are shown once. */
const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()).optional() });

const ofSession = z.object({ adminId: id, sessionId: id });
const byAdmin = z.object({ adminId: id });
const ofOperator = byAdmin.extend({ operatorId: id });
const ofInvitation = byAdmin.extend({ invitationId: id });

export const operatorCalls = {
  listOperators: call('auth.listOperators', {
    isForOperators: true,
    input: empty,
    output: z.object({ operators: z.array(operator), invitations: z.array(operatorInvitation) }),
  }),
  /** Fails with `conflict` if the last active owner would lose the role or be disabled. */
  changeOperator: call('auth.changeOperator', {
    input: ofOperator.extend(operatorChangeBody.shape),
    output: z.object({ operator }),
  }),
  signOutOperator: call('auth.signOutOperator', { input: ofOperator, output: z.object({ ended: z.int() }) }),
  /** For an operator who has lost every factor. Ends their sessions, too. */
  resetSecondFactors: call('auth.resetSecondFactors', { input: ofOperator, output: empty }),
  inviteOperator: call('auth.inviteOperator', {
    input: byAdmin.extend(operatorInvitationBody.shape),
    output: z.object({ invitation: operatorInvitation }),
  }),
  /** Mails a new link; the previous one stops working. */
  resendInvitation: call('auth.resendInvitation', {
    input: ofInvitation,
    output: z.object({ invitation: operatorInvitation }),
  }),
  revokeInvitation: call('auth.revokeInvitation', { input: ofInvitation, output: empty }),
  acceptInvitation: call('auth.acceptInvitation', {
    input: invitationAcceptanceBody.extend({ device }),
    output: z.object({ email: z.string() }),
    timeoutMs: 10_000,
  }),

  getOperatorIdentity: call('auth.getOperatorIdentity', { input: ofSession, output: operatorIdentity }),
  getOperatorProfile: call('auth.getOperatorProfile', { input: ofSession, output: operatorProfile }),
  changeOperatorName: call('auth.changeOperatorName', {
    input: operatorNameBody.extend({ adminId: id }),
    output: empty,
  }),
  /** Ends the operator's other sessions, and all impersonation sessions. */
  changeOperatorPassword: call('auth.changeOperatorPassword', {
    input: operatorPasswordBody.extend({ ...ofSession.shape, device }),
    output: empty,
    timeoutMs: 10_000,
  }),
  revokeOperatorSession: call('auth.revokeOperatorSession', {
    input: ofSession.extend({ revokedId: id }),
    output: empty,
  }),

  /** The options for the browser; null if the operator has no passkey. */
  startPasskeyVerification: call('auth.startPasskeyVerification', {
    input: ofSession,
    output: z.object({ options: browserJson.nullable() }),
  }),
  /** At sign-in and for step-up. A wrong code counts as an attempt. */
  verifySecondFactor: call('auth.verifySecondFactor', {
    input: ofSession.extend({ proof: secondFactorProof, device }),
    output: operatorIdentity,
  }),
  startTotp: call('auth.startTotp', { input: ofSession, output: z.object({ secret: z.string(), uri: z.string() }) }),
  confirmTotp: call('auth.confirmTotp', {
    input: ofSession.extend(totpCodeBody.shape),
    output: recoveryCodes,
  }),
  removeTotp: call('auth.removeTotp', { input: ofSession, output: empty }),
  startPasskeyRegistration: call('auth.startPasskeyRegistration', { input: ofSession, output: passkeyOptions }),
  registerPasskey: call('auth.registerPasskey', {
    input: ofSession.extend(newPasskeyBody.shape),
    output: recoveryCodes,
  }),
  removePasskey: call('auth.removePasskey', { input: ofSession.extend({ passkeyId: id }), output: empty }),
  createRecoveryCodes: call('auth.createRecoveryCodes', { input: ofSession, output: recoveryCodes.required() }),
};
