/** Shapes of the public HTTP interface and of the live events. Times are ISO-8601 UTC, credits whole numbers. */

export interface FailureBody {
  success: false;
  code: string;
  message: string;
  /** The same text as `message`. */
  error: string;
  /** The correlation id, also in the `x-request-id` header. */
  requestId: string;
  details?: Record<string, unknown>;
}

export interface User {
  id: string;
  email: string;
  email_confirmed_at: string | null;
  created_at: string;
  last_sign_in_at: string | null;
  user_metadata: { name: string; credits: 0; status: 'active' | 'blocked' | 'closing' | 'closed' };
  /** Absent until the user gave one. */
  billing_profile?: BillingProfile;
}

/** Whom invoices are made out to. */
export interface BillingProfile {
  name: string;
  /** Two digits of the GST state list, for example `18` for Assam. */
  state: string;
  /** Fifteen characters, of that state. */
  gstin?: string;
}

/** One device that is signed in. */
export interface DeviceSession {
  id: string;
  /** For people, for example `Firefox on Android`. */
  device: string;
  ip: string;
  created_at: string;
  last_used_at: string;
  /** Whether it is the one that asks. */
  current: boolean;
}

export interface Session {
  access_token: string;
  /** Absent for browsers, which hold it as an HttpOnly cookie. */
  refresh_token?: string;
  /** Unix seconds. */
  expires_at: number;
  /** Seconds. */
  expires_in: number;
  user: User;
}

export interface CreditPack {
  id: string;
  name: string;
  credits: number;
  /** Rupees, tax included. */
  price: number;
  popular: boolean;
  description: string;
  /** The declared saving, percent. */
  savings: number;
}

export interface VideoPlan {
  id: string;
  name: string;
  /** Seconds. */
  duration: number;
  credits: number;
  quality: '480p' | '720p';
  popular: boolean;
  description: string;
}

/** A plan as operators see and price it. */
export interface AdminPlan {
  id: string;
  type: 'video' | 'restore';
  name: string;
  /** Seconds; null for a restoration. */
  duration: number | null;
  quality: string;
  /** With a model of factor 1. */
  credits: number;
  popular: boolean;
}

/** Most credits that a plan may cost. */
export const MAX_PLAN_CREDITS = 100_000;

/** How large a restored photo becomes. */
export type RestoreQuality = 'standard' | 'high' | 'ultra';
/** How much of a face is drawn anew. */
export type RestoreEnhancement = 'standard' | 'premium' | 'professional';

export interface RestorePlan {
  id: string;
  quality: RestoreQuality;
  credits: number;
}

export interface RestoreOptions {
  quality: RestoreQuality;
  enhancement: RestoreEnhancement;
  colorRestoration: boolean;
}

export interface VideoModel {
  id: string;
  name: string;
  /** Price factor, for example 1.2. */
  factor: number;
  supports: { type: RequestType; durations: number[]; resolutions: string[] }[];
  isDefault: boolean;
}

export interface Pricing {
  creditPacks: CreditPack[];
  videoPlans: VideoPlan[];
  restorePlans: RestorePlan[];
  /** Why colour restoration is not offered; null where it is. */
  colorRestorationRefusal: string | null;
  models: VideoModel[];
  currency: 'INR';
}

export interface Balance {
  /** What can be spent now; the same number as `available`. */
  credits: number;
  available: number;
  held: number;
}

/** Credits that came together, as far as they are not spent. */
export interface CreditLot {
  id: string;
  kind: 'purchase' | 'grant';
  /** How many it opened with. */
  credits: number;
  remaining: number;
  held: number;
  description: string;
  created_at: string;
  /** Null for never. */
  expires_at: string | null;
}

export interface CreditCheck {
  sufficient: boolean;
  required: number;
  balance: number;
  available: number;
  held: number;
  shortfall: number;
}

export type TransactionType = 'purchase' | 'usage' | 'refund' | 'adjustment' | 'grant';
export type TransactionStatus = 'pending' | 'completed' | 'reversed';

export interface CreditTransaction {
  id: string;
  user_id: string;
  type: TransactionType;
  /** Signed credits. */
  amount: number;
  description: string;
  status: TransactionStatus;
  created_at: string;
  reference_id: string | null;
  balance_after: number;
  /** Of a purchase what was paid, of a refund to the card what goes back; paise. */
  amountPaise?: number;
  /** Of a purchase: what its unused credits would give back, until when. Absent where nothing would. */
  refundable?: { credits: number; amountPaise: number; until: string };
  /** Of a refund that was paid out: its document can be downloaded under this id. */
  hasCreditNote?: boolean;
  /** Of a purchase: all that went back of it, or is on its way. */
  refunded?: { credits: number; amountPaise: number; status: 'pending' | 'completed' };
}

/** A transaction as operators see it. */
export interface AdminTransactionRow extends CreditTransaction {
  user_email: string | null;
  order_id: string | null;
}

/** What was paid for a transaction, and what of it went back or is on its way. */
export interface AdminPayment {
  /** Razorpay's. */
  id: string;
  order_id: string;
  razorpay_order_id: string | null;
  amountPaise: number;
  /** What may still be given back. */
  refundablePaise: number;
  source: 'verify' | 'webhook' | 'poller';
  refunds: AdminRefund[];
}

export interface AdminRefund {
  id: string;
  state: 'requested' | 'processed' | 'failed';
  reason: string;
  amountPaise: number;
  /** That went with the money. */
  credits: number;
  created_at: string;
  settled_at: string | null;
}

/** A transaction as operators see it on a page of its own. */
export interface AdminTransactionDetails extends AdminTransactionRow {
  /** Null where nothing was paid. */
  payment: AdminPayment | null;
}

/** A pack as operators see it. */
export interface AdminCreditPack extends CreditPack {
  /** Where it stands among the others. */
  position: number;
  /** Since when it is sold no longer. */
  archived_at: string | null;
}

/** A day of Asia/Kolkata in money. */
export interface DayTotals {
  /** As 2026-11-21. */
  date: string;
  payments: number;
  capturedPaise: number;
  /** What went back that day, whenever it was paid. */
  refundedPaise: number;
  creditsSold: number;
  creditsUsed: number;
}

export interface RefundReceipt {
  refundId: string;
  amountPaise: number;
  /** That went with the money. */
  credits: number;
}

export interface PaymentOrder {
  keyId: string;
  razorpayOrderId: string;
  orderId: string;
  /** Paise. */
  amount: number;
  currency: 'INR';
  description: string;
  prefill: { name: string; email: string };
  checkoutScriptUrl: string;
  claimToken?: string;
  requestId?: string;
}

export interface PaymentVerification {
  transactionId: string;
  requestId: string | null;
  jobId: string | null;
}

export type RequestType = 'video' | 'image_video' | 'restore';
export type RequestStatus = 'processing' | 'completed' | 'failed';
export type JobStatus = 'pending' | 'running' | 'succeeded' | 'failed' | 'canceled';

export interface RequestMoney {
  state: 'held' | 'captured' | 'returned' | 'refunded';
  credits: number;
  reason?: string;
}

export interface RequestView {
  id: string;
  request_id: string;
  type: RequestType;
  status: RequestStatus;
  canceled: boolean;
  jobStatus: JobStatus;
  /** 0–100; see the progress floors 10/25/50/100. */
  progress: number;
  sequence: number;
  outputUrl: string | null;
  /** The same as `outputUrl` for videos, else null. */
  videoUrl: string | null;
  /** The input image. */
  image_url: string | null;
  imageUrl: string | null;
  posterUrl: string | null;
  lateOutput: string | null;
  prompt: string;
  planId: string | null;
  model: string | null;
  /** Seconds. */
  duration: number | null;
  /** Of restorations alone. */
  restore: RestoreOptions | null;
  credits: number;
  queuePosition: number | null;
  etaSeconds: number | null;
  error: { code: string; message: string } | null;
  retryOf: string | null;
  createdAt: string;
  completedAt: string | null;
  money: RequestMoney;
}

/** What deleting the account would mean now. */
export interface AccountDeletionPreview {
  /** That can be spent. */
  credits: number;
  /** Set aside for videos in the making. */
  held: number;
  /** What goes back to where it was paid from; the other credits lapse. */
  refund: { credits: number; amountPaise: number };
}

export interface CreditsUpdated extends Balance {
  reason: string;
  reference_id: string | null;
}

export interface SyncAnswer {
  requests: RequestView[];
  credits: Balance;
}

/** A user as operators see one. */
export interface AdminUser {
  id: string;
  email: string;
  name: string;
  created_at: string;
  last_sign_in_at: string | null;
  status: User['user_metadata']['status'];
}

/** The same in a list. */
/** How many rows a list has on all its pages. Where `isTotalCapped` there are more than were counted. */
export interface CappedCount {
  total: number;
  isTotalCapped: boolean;
}

export interface AdminUserRow extends AdminUser {
  /** That can be spent. */
  credits: number;
}

/** The same on a page of its own. */
export interface AdminUserDetails extends AdminUserRow {
  held: number;
  email_confirmed_at: string | null;
  billing_profile: BillingProfile | null;
  devices: DeviceSession[];
  lots: CreditLot[];
  /** What operators did to it, the newest first. */
  audit: AuditLogRow[];
}

export interface AdminStats {
  totalUsers: number;
  totalCreditsSold: number;
  /** Rupees: what was captured less what went back. */
  totalRevenue: number;
  /** Signed in or had a job within 30 days. */
  activeUsers: number;
  creditsUsed: number;
  newUsersToday: number;
}

export interface AdminDashboard {
  stats: AdminStats;
  recentUsers: AdminUserRow[];
  recentTransactions: AdminTransactionRow[];
}

export interface AdminActivity {
  id: string;
  kind: 'registration' | TransactionType;
  user_id: string;
  user_email: string | null;
  /** Signed; null for a registration. */
  credits: number | null;
  at: string;
}

/** Days are of Asia/Kolkata, from the first to today, none left out. */
export interface AdminAnalytics {
  timeframe: '7d' | '30d' | '90d';
  userRegistrations: { date: string; count: number }[];
  /** Purchases: how many, of how many credits, for how many rupees less what went back that day. */
  transactions: { date: string; count: number; credits: number; revenue: number }[];
  recentActivity: AdminActivity[];
  /** Of these days. */
  summary: { totalUsers: number; totalTransactions: number; totalRevenue: number };
}

/** A day of Asia/Kolkata; rupees. */
export interface RevenueDay {
  date: string;
  payments: number;
  captured: number;
  refunded: number;
  revenue: number;
  creditsSold: number;
  creditsUsed: number;
}

export interface RevenueReport {
  start: string;
  end: string;
  days: RevenueDay[];
  totals: Omit<RevenueDay, 'date'>;
}

/** A pack beside what it truly saves. */
export interface AdminPackView extends AdminCreditPack {
  /** Rupees. */
  pricePerCredit: number;
  /** Percent beside the smallest pack for sale; negative where it is dearer. */
  realSavings: number;
  /** Whether it declares to save more than it does; who declares nothing misleads nobody. */
  isMisleading: boolean;
}

/** What a message on the contact page may be about. */
export const CONTACT_SUBJECTS = ['general', 'technical', 'billing', 'feature', 'partnership', 'other'] as const;

export type ContactSubject = (typeof CONTACT_SUBJECTS)[number];

/** Most characters of a name, an address and a message on the contact page. */
export const CONTACT_LIMITS = { name: 200, email: 254, message: 5_000 } as const;

/** A message of the contact page, as operators see it. */
export interface ContactMessageRow {
  id: string;
  name: string;
  email: string;
  subject: ContactSubject;
  message: string;
  created_at: string;
  answered_at: string | null;
  /** Address of the operator who marked it. */
  answered_by: string | null;
}

/** Reads of personal data by operators, and every export, whoever asked for it. */
export const ACCESS_ACTIONS = [
  'dashboard_viewed',
  'analytics_viewed',
  'users_listed',
  'user_viewed',
  'users_exported',
  'transactions_listed',
  'transaction_viewed',
  'invoice_downloaded',
  'revenue_exported',
  'messages_listed',
  'jobs_listed',
  'job_viewed',
  'queue_board_opened',
  'audit_log_viewed',
  'account_exported',
] as const;

export type AccessAction = (typeof ACCESS_ACTIONS)[number];

/** An entry of the operators' log. */
export interface AuditLogRow {
  id: string;
  admin_email: string;
  action: string;
  /** What it was done to, for example a user's id. */
  subject: string | null;
  details: Record<string, string>;
  created_at: string;
}

export interface AdminJobRow {
  id: string;
  user_id: string;
  user_email: string | null;
  type: RequestType;
  prompt: string;
  status: JobStatus;
  /** The exact state inside generation, for example `submitting` or `unknown`. */
  state: string;
  plan_id: string | null;
  model: string | null;
  provider: string | null;
  duration: number | null;
  cost_credits: number;
  money: RequestMoney['state'];
  /** Why credits came back; null while they did not. */
  money_reason: string | null;
  /** Whether an operator's retry pays for it, and not its owner. */
  is_free_retry: boolean;
  error_message: string | null;
  created_at: string;
  /** When it joined the queue. */
  accepted_at: string | null;
  /** When its provider took it. */
  submitted_at: string | null;
  completed_at: string | null;
}
