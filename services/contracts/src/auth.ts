import type {
  AccessAction,
  BillingProfile,
  ContactSubject,
  CappedCount,
  DeviceSession,
  RequestType,
  Session,
  User,
} from './http';
import { call, event, job, broadcast } from './messages/message';

/** Where a session was opened from, for the device list and the rate limits. */
export interface Device {
  ip: string;
  userAgent: string;
  /** What auth gave this device at an earlier sign-up or sign-in; by it the device is known again. */
  token?: string;
}

/** A session with its refresh token, which the gateway turns into a cookie for browsers. */
export interface IssuedSession extends Session {
  refresh_token: string;
  session_id: string;
  /** Where the session was just opened: to be kept by the device and sent along from now on. */
  device_token?: string;
}

/** Good for setting a new password, and for nothing else. */
export interface PasswordResetSession extends Session {
  session_id: string;
  device_token: string;
}

export type SessionEndReason = 'signed_out' | 'token_reused' | 'blocked' | 'password_changed' | 'account_closed';

export interface RevokedSession {
  id: string;
  userId: string;
  reason: SessionEndReason;
}

/** Auth's part of the copy a user may have of everything kept about them. */
export interface AccountExport {
  account: User & { consented_at: string };
  sessions: {
    id: string;
    device: string;
    user_agent: string;
    ip: string;
    created_at: string;
    last_used_at: string;
    ended_at: string | null;
  }[];
  /** Written on the contact page under this account's address, the oldest first. */
  contact_messages: {
    id: string;
    name: string;
    subject: ContactSubject;
    message: string;
    created_at: string;
    answered_at: string | null;
  }[];
}

/** Who has an account deleted: its owner, who knows its password, or an operator. */
export type DeletionRequester = { password: string; device: Device } | { adminId: string; reason?: string };

/** `closing` and `closed`: its owner, or an operator, had it deleted. */
export type UserStatus = User['user_metadata']['status'];

export type UserSort = 'email' | '-email' | 'created_at' | '-created_at' | 'last_sign_in_at' | '-last_sign_in_at';

/** An entry of the operators' log. It is written once and never changes. */
export interface AuditEntry {
  id: string;
  /** Null where nobody was known by that address, and where a customer exported data of their own. */
  adminId: string | null;
  adminEmail: string;
  action:
    | 'signed_in'
    | 'sign_in_failed'
    | 'signed_out'
    | 'user_blocked'
    | 'user_unblocked'
    | 'user_closed'
    | 'payment_refunded'
    | 'credits_adjusted'
    | 'pack_created'
    | 'pack_changed'
    | 'pack_archived'
    | 'pack_restored'
    | 'plan_changed'
    | 'settings_changed'
    | 'job_retried'
    | 'job_canceled'
    | 'job_refunded'
    | 'jobs_retried'
    | 'jobs_canceled'
    | 'jobs_refunded'
    | 'queue_paused'
    | 'queue_resumed'
    | 'message_answered'
    | 'message_reopened'
    | 'personal_data_erased'
    | AccessAction;
  /** What it was done to, for example a user's id. */
  subject: string | null;
  details: Record<string, string>;
  createdAt: string;
}

/** Something an operator did in another service, told in the transaction that did it; written down once by its id. */
export type OperatorAction = Pick<AuditEntry, 'id' | 'action' | 'subject' | 'details'> & { adminId: string };

/** An access to personal data; recorded once by its id. `adminId` is null for a customer's access to their own data. */
export type AccessRecord = Pick<AuditEntry, 'id' | 'subject' | 'details'> & {
  action: AccessAction;
  adminId: string | null;
};

/** Claims of an access token (ES256). `aud` is `luit-web` for creators and `luit-admin` for operators. */
export interface AccessTokenClaims {
  sub: string;
  aud: 'luit-web' | 'luit-admin';
  iss: 'luit';
  /** Session id. */
  sid: string;
  typ: 'access' | 'recovery';
  email: string;
  name?: string;
  iat: number;
  exp: number;
}

export interface VerificationKey {
  kid: string;
  audience: AccessTokenClaims['aud'] | GuestTokenClaims['aud'];
  /** SPKI PEM of a P-256 public key. */
  publicKeyPem: string;
}

/** What somebody wrote on the contact page. */
export interface ContactMessage {
  id: string;
  name: string;
  email: string;
  subject: ContactSubject;
  message: string;
  createdAt: string;
  answeredAt: string | null;
  /** Address of the operator who marked it. */
  answeredBy: string | null;
}

export interface RenderedMail {
  to: string;
  /** Whom an answer goes to, where that is not the sender. */
  replyTo?: string;
  subject: string;
  text: string;
  html: string;
}

/** Claims of a guest's claim (ES256): it opens one request, and nothing else. */
export interface GuestTokenClaims {
  /** The request's id. */
  sub: string;
  aud: 'luit-claim';
  iss: 'luit';
  /** The order's own account. */
  account: string;
  iat: number;
  exp: number;
}

export const authCalls = {
  signUp: call<
    { email: string; password: string; name: string; device: Device },
    { requires_email_confirmation: true; user: User; device_token: string }
  >('auth.signUp', { timeoutMs: 10_000 }),
  /** `password`: for whoever presses the button on another device than the one that signed up. */
  confirmEmail: call<{ token: string; password?: string; device: Device }, IssuedSession>('auth.confirmEmail', {
    timeoutMs: 10_000,
  }),
  /** Mails a new confirmation link. */
  resendConfirmation: call<{ email: string }, Record<string, never>>('auth.resendConfirmation'),
  signIn: call<{ email: string; password: string; device: Device }, IssuedSession>('auth.signIn', {
    timeoutMs: 10_000,
  }),
  /** Rotates: the parent of the active token is accepted until the active one is used, or within 10 s. */
  refresh: call<{ refreshToken: string; device: Device }, IssuedSession>('auth.refresh'),
  signOut: call<
    { userId: string; sessionId: string; scope: 'local' | 'others' | 'global' },
    { revokedSessionIds: string[] }
  >('auth.signOut'),
  /** Mails a link to a new password. */
  requestPasswordReset: call<{ email: string }, Record<string, never>>('auth.requestPasswordReset'),
  redeemPasswordReset: call<{ token: string; device: Device }, PasswordResetSession>('auth.redeemPasswordReset'),
  /**
   * Ends every other session of the user, and the one that asks where it is a recovery session. Any other session needs
   * `currentPassword`; a wrong one is `invalid_credentials` and counts as an attempt to sign in.
   */
  setPassword: call<
    { userId: string; sessionId: string; password: string; currentPassword?: string; device: Device },
    { revokedSessionIds: string[] }
  >('auth.setPassword', { timeoutMs: 10_000 }),
  /** A billing profile of null takes it away; what is absent stays. */
  updateUser: call<{ userId: string; name?: string; billingProfile?: BillingProfile | null }, User>('auth.updateUser'),
  listSessions: call<{ userId: string; sessionId: string }, { sessions: DeviceSession[] }>('auth.listSessions'),
  revokeSession: call<{ userId: string; sessionId: string }, Record<string, never>>('auth.revokeSession'),
  /** Sessions that ended in the last so many seconds, whose access tokens may still be good. */
  listRevokedSessions: call<{ withinSeconds: number }, { sessions: RevokedSession[] }>('auth.listRevokedSessions'),
  /** Ends all sessions of the user and keeps them out. Blocking a blocked user changes nothing. */
  blockUser: call<{ userId: string; adminId: string; reason?: string }, User>('auth.blockUser'),
  unblockUser: call<{ userId: string; adminId: string }, User>('auth.unblockUser'),
  /** Mails a one-time link to a copy of everything kept about the user. */
  requestExport: call<{ userId: string }, Record<string, never>>('auth.requestExport'),
  /** The link stays good until the export is closed. */
  readExport: call<{ token: string }, AccountExport>('auth.readExport'),
  /** Uses the link up and records the export; `rows` are the transactions and requests that it holds. */
  closeExport: call<{ token: string; rows?: number }, Record<string, never>>('auth.closeExport'),
  /** Signs what opens a guest's request for 30 days. */
  issueGuestToken: call<{ requestId: string; accountId: string }, { claimToken: string }>('auth.issueGuestToken'),
  /**
   * Begins to delete the account: its sessions end now, the rest is done step by step behind it. Asked again it changes
   * nothing. A wrong password is `invalid_credentials` and counts as a try to sign in.
   *
   * `wantsRefund`: unused credits go back to where they were paid from, as far as they can; the others lapse.
   */
  deleteAccount: call<{ userId: string; by: DeletionRequester; wantsRefund: boolean }, Record<string, never>>(
    'auth.deleteAccount',
    { timeoutMs: 10_000 },
  ),
  getUser: call<{ userId: string }, User>('auth.getUser'),
  /** Whose address it is; null for nobody's. */
  findUser: call<{ email: string }, { userId: string | null }>('auth.findUser'),
  getEmails: call<{ userIds: string[] }, { emails: Record<string, string> }>('auth.getEmails'),
  /** Accounts page by page; `cursor` is the id of the last one seen. `words` stand in the address or are the id. */
  listUsers: call<
    { limit: number; cursor?: string; words?: string; status?: UserStatus; sort?: UserSort },
    { users: User[]; nextCursor: string | null } & CappedCount
  >('auth.listUsers'),
  /** Ids of at most 500 accounts whose address has these words. */
  findUsers: call<{ words: string }, { userIds: string[] }>('auth.findUsers'),
  /** How many accounts there are, came today, and signed in or had a job today or on one of the 29 days before. */
  countUsers: call<Record<string, never>, { total: number; today: number; active: number }>('auth.countUsers'),
  /** New accounts of each day of Asia/Kolkata, from the one to the other, both included; at most 1 100. */
  listRegistrations: call<{ from: string; to: string }, { days: { date: string; count: number }[] }>(
    'auth.listRegistrations',
  ),
  getVerificationKeys: call<Record<string, never>, { keys: VerificationKey[] }>('auth.getVerificationKeys'),
  /** Null once the mail was sent or its link is no longer good. */
  renderMail: call<{ mailId: string }, RenderedMail | null>('auth.renderMail'),
  /** Mails once that a request has ended, for who was not there to see it. Nothing for one who has no account. */
  sendCompletionMail: call<
    { userId: string; requestId: string; type: RequestType; hasSucceeded: boolean },
    Record<string, never>
  >('auth.sendCompletionMail'),
  markMailSent: call<{ mailId: string }, Record<string, never>>('auth.markMailSent'),
  /** `expiresAt` in Unix seconds. */
  adminSignIn: call<
    { email: string; password: string; device: Device },
    { token: string; expiresAt: number; admin: { email: string }; device_token: string }
  >('auth.adminSignIn', { timeoutMs: 10_000 }),
  /**
   * Checked on every operator's call: false once the session was ended, has run out, or was left alone for 30 minutes
   * (`isIdle`). What the page asks for by itself (`isBackground`) is no use of it.
   */
  checkAdminSession: call<
    { adminId: string; sessionId: string; isBackground?: boolean },
    { active: boolean; isIdle?: boolean }
  >('auth.checkAdminSession'),
  /** Those of these accounts that are blocked, being deleted or deleted. Unknown ids are left out. */
  listDisabledAccounts: call<{ userIds: string[] }, { userIds: string[] }>('auth.listDisabledAccounts'),
  adminSignOut: call<{ adminId: string; sessionId: string }, Record<string, never>>('auth.adminSignOut'),
  /** Keeps the message and mails it to the operators. The same `idempotencyKey` keeps it once; with other words it is `idempotency_conflict`. */
  postContactMessage: call<
    { name: string; email: string; subject: ContactSubject; message: string; idempotencyKey?: string },
    Record<string, never>
  >('auth.postContactMessage'),
  /** Newest first; `cursor` is the id of the last message seen. */
  listContactMessages: call<
    { limit: number; cursor?: string; isAnswered?: boolean },
    { messages: ContactMessage[]; nextCursor: string | null; total: number }
  >('auth.listContactMessages'),
  /** Doing it again changes nothing and writes nothing into the log. */
  markContactMessage: call<{ messageId: string; adminId: string; isAnswered: boolean }, ContactMessage>(
    'auth.markContactMessage',
  ),
  /** Answers once the entry is stored. */
  recordAccess: call<AccessRecord, Record<string, never>>('auth.recordAccess'),
  /** Newest first; `cursor` is the id of the last entry seen. `isWithoutAccess` leaves reads and exports out. */
  listAuditLog: call<
    {
      limit: number;
      cursor?: string;
      subject?: string;
      action?: AuditEntry['action'];
      admin?: string;
      isWithoutAccess?: boolean;
    },
    { entries: AuditEntry[]; nextCursor: string | null } & CappedCount
  >('auth.listAuditLog'),
};

/** Sends one mail of auth's `mails` table by SMTP. Written by auth, done by the worker. */
export const mailJob = job('mail', 'worker');

export const authEvents = {
  /** An address was confirmed for the first time; told once in the life of an account. `email` is lower-cased. */
  userConfirmed: event<{ userId: string; email: string; confirmedAt: string }>('auth.userConfirmed', [
    'billing',
    'generation',
  ]),
};

export const authBroadcasts = {
  /** A signing key was added or withdrawn. */
  keysChanged: broadcast<Record<string, never>>('auth.keysChanged'),
  sessionsRevoked: broadcast<{ userId: string; sessionIds: string[]; reason: SessionEndReason }>(
    'auth.sessionsRevoked',
  ),
};
