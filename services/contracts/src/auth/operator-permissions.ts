export const OPERATOR_ROLES = ['owner', 'operations', 'support', 'finance', 'read_only'] as const;
export type OperatorRole = (typeof OPERATOR_ROLES)[number];

interface Rule {
  roles: readonly OperatorRole[];
  /** Moves money or credits, or changes prices. Roles with such a permission need a second factor. */
  isMoney?: true;
  /** Needs a second factor that was verified within `STEP_UP_SECONDS`. */
  needsStepUp?: true;
  /**
   * How much of the sign-in must be complete: `password` before the second factor, `set_up` also while a required one
   * is missing.
   */
  from?: 'password' | 'set_up';
}

const ALL = OPERATOR_ROLES;

/** The permissions of each role. Every operators' route declares one of these permissions. */
export const PERMISSIONS = {
  'session.use': { roles: ALL, from: 'password' },

  'profile.read': { roles: ALL, from: 'set_up' },
  'profile.change': { roles: ALL },
  'second_factors.change': { roles: ALL, from: 'set_up', needsStepUp: true },

  'operators.read': { roles: ['owner'] },
  'operators.change': { roles: ['owner'], needsStepUp: true },
  'operators.sign_out': { roles: ['owner'] },

  'dashboard.read': { roles: ALL },
  'reports.read': { roles: ['owner', 'finance', 'read_only'] },
  'reports.export': { roles: ['owner', 'finance'] },
  'audit_log.read': { roles: ['owner', 'operations', 'read_only'] },
  'audit_log.export': { roles: ['owner'] },

  'users.read': { roles: ALL },
  'users.export': { roles: ['owner'] },
  'users.block': { roles: ['owner', 'operations', 'support'] },
  'users.sign_out': { roles: ['owner', 'operations', 'support'] },
  'api_keys.revoke': { roles: ['owner', 'operations', 'support'] },
  'users.resend_confirmation': { roles: ['owner', 'operations', 'support'] },
  /** Shows everything that the user sees in the web app, read-only. */
  'users.view_as': { roles: ['owner', 'support'], needsStepUp: true },
  'users.note': { roles: ['owner', 'operations', 'support', 'finance'] },
  /** Also needs `transactions.refund` if unused credits are worth money; otherwise it waits for approval. */
  'users.delete': { roles: ['owner', 'support'], isMoney: true, needsStepUp: true },
  /** Large grants also need step-up: `STEP_UP_CREDITS`. */
  'credits.adjust': { roles: ['owner', 'support', 'finance'], isMoney: true },

  'transactions.read': { roles: ALL },
  'transactions.export': { roles: ['owner', 'finance'] },
  'transactions.refund': { roles: ['owner', 'finance'], isMoney: true, needsStepUp: true },
  'webhooks.replay': { roles: ['owner', 'operations', 'finance'] },
  'invoices.read': { roles: ['owner', 'support', 'finance'] },
  'prices.read': { roles: ALL },
  'prices.change': { roles: ['owner', 'finance'], isMoney: true, needsStepUp: true },
  /** Changes texts that providers get; their prices are part of the plans. */
  'presets.change': { roles: ['owner', 'finance'] },
  'examples.read': { roles: ALL },
  /** Shows videos of customers to everyone, with their consent. */
  'examples.change': { roles: ['owner', 'operations', 'support'] },
  'promo_codes.read': { roles: ['owner', 'support', 'finance', 'read_only'] },
  /** Creates codes, which give credits away, and disables them. */
  'promo_codes.change': { roles: ['owner', 'finance'], isMoney: true, needsStepUp: true },
  'provider_costs.change': { roles: ['owner', 'finance'], isMoney: true },
  'settings.read': { roles: ALL },
  'settings.change': { roles: ['owner', 'finance'], isMoney: true },

  'approvals.read': { roles: ALL },
  /** Also needs the permission of the approved action: `APPROVAL_PERMISSIONS`. */
  'approvals.decide': { roles: ['owner', 'operations', 'support', 'finance'], isMoney: true, needsStepUp: true },

  'messages.read': { roles: ['owner', 'support', 'read_only'] },
  'messages.answer': { roles: ['owner', 'support'] },

  /** Reports of outputs and grievances. Taking an output down also needs `takedowns.take_down`. */
  'content_reports.read': { roles: ['owner', 'operations', 'support', 'read_only'] },
  'content_reports.decide': { roles: ['owner', 'operations', 'support'] },
  'content_reports.export': { roles: ['owner', 'operations', 'support'] },
  /** Mails every user. */
  'quarterly_notices.send': { roles: ['owner'], needsStepUp: true },

  /** Lists the retained records of deleted accounts, without their content. */
  'sealed.read': { roles: ['owner'] },
  'sealed.open': { roles: ['owner'], needsStepUp: true },

  'breaches.read': { roles: ['owner', 'operations'] },
  /** Records breaches, the accounts that they affect, and the actions taken. */
  'breaches.change': { roles: ['owner', 'operations'] },
  'breaches.export': { roles: ['owner'], needsStepUp: true },
  /** Mails every affected account. */
  'breach_notices.send': { roles: ['owner'], needsStepUp: true },

  'mails.read': { roles: ['owner', 'operations', 'support'] },
  'mails.resend': { roles: ['owner', 'operations', 'support'] },

  'incident_mails.read': { roles: ['owner', 'operations', 'support'] },
  'incident_mails.send': { roles: ['owner', 'support'], needsStepUp: true },

  'operations.read': { roles: ALL },
  'alerts.change': { roles: ['owner', 'operations'] },
  /** Also sends test messages. */
  'alert_destinations.read': { roles: ['owner', 'operations'] },
  'alert_destinations.change': { roles: ['owner', 'operations'], needsStepUp: true },
  'queues.board': { roles: ['owner', 'operations'] },
  'providers.change': { roles: ['owner', 'operations'] },
  /** Sets URLs, credentials and what a provider costs, and lets a server have a private address. */
  'providers.connect': { roles: ['owner'], needsStepUp: true },
  'queues.pause': { roles: ['owner', 'operations'] },
  /** Sets the banner that creators see, pauses new jobs, and sets how much people may ask for. */
  'service.restrict': { roles: ['owner', 'operations'] },
  'safety.read': { roles: ['owner', 'operations', 'support', 'read_only'] },
  /** Decides which prompts are refused. */
  'safety.change': { roles: ['owner', 'operations'] },
  /** Reads the prompts that were refused or need review, and decides about them. */
  'safety.review': { roles: ['owner', 'operations', 'support'] },
  'dead_letters.replay': { roles: ['owner', 'operations'] },
  'dead_letters.discard': { roles: ['owner', 'operations'], needsStepUp: true },

  'jobs.read': { roles: ALL },
  'jobs.export': { roles: ['owner', 'operations'] },
  /** Hides an output from everyone, its owner included. */
  'takedowns.take_down': { roles: ['owner', 'operations', 'support'] },
  /** Looks at a file that was taken down, with a reason in the audit log. */
  'takedowns.view': { roles: ['owner', 'operations', 'support'], needsStepUp: true },
  'takedowns.lift': { roles: ['owner', 'operations', 'support'], needsStepUp: true },
  'callbacks.replay': { roles: ['owner', 'operations'] },
  'jobs.change': { roles: ['owner', 'operations', 'support'] },
  /** Runs a job again for free, which gives its credits away. */
  'jobs.retry': { roles: ['owner', 'operations', 'support'], isMoney: true, needsStepUp: true },
  'jobs.refund': { roles: ['owner', 'operations', 'support'], isMoney: true, needsStepUp: true },
  /** Needs step-up if it refunds or retries. */
  'jobs.bulk': { roles: ['owner', 'operations'], isMoney: true },
  'jobs.apply_bulk': { roles: ['owner', 'operations'], isMoney: true, needsStepUp: true },
} as const satisfies Record<string, Rule>;

export type Permission = keyof typeof PERMISSIONS;

export const PERMISSION_NAMES = Object.keys(PERMISSIONS) as Permission[];

/** A verified second factor counts as fresh for this long. */
export const STEP_UP_SECONDS = 5 * 60;

/** Granting or deducting more credits than this in one action needs step-up. */
export const STEP_UP_CREDITS = 500;

export function ruleOf(permission: Permission): Rule {
  return PERMISSIONS[permission];
}

export function isPermitted(role: OperatorRole, permission: Permission): boolean {
  return ruleOf(permission).roles.includes(role);
}

/** True if operators with this role need a second factor. */
export function touchesMoney(role: OperatorRole): boolean {
  return PERMISSION_NAMES.some((permission) => ruleOf(permission).isMoney && isPermitted(role, permission));
}
