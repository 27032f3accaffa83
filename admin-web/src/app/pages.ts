import type { Permission } from '@luit/contracts/auth/operator-permissions';
import {
  Banknote,
  BellRing,
  Boxes,
  ChartColumn,
  ChartSpline,
  Coins,
  Images,
  IndianRupee,
  Clapperboard,
  House,
  Construction,
  Flag,
  LockKeyhole,
  Siren,
  Mail,
  MailX,
  ListVideo,
  OctagonAlert,
  Palette,
  Radio,
  ReceiptIndianRupee,
  Scale,
  ScrollText,
  Server,
  Send,
  Settings,
  ShieldAlert,
  ShieldCheck,
  Ticket,
  TrendingUp,
  Unplug,
  UserCheck,
  UserCog,
  UserRound,
  Users,
  Webhook,
  type LucideIcon,
} from 'lucide-react';
import { lazy, type ComponentType } from 'react';

export interface AdminPage {
  /** Below `/admin`. */
  path: string;
  /** What the role must permit to open the page. */
  permission: Permission;
  Page: ComponentType;
  /** Entry in the side navigation; absent for pages that are opened from another page. */
  link?: {
    label: string;
    Icon: LucideIcon;
    group: 'Operations' | 'Customers and billing' | 'Payments' | 'Administration';
  };
}

/** All pages, in the order of the side navigation. The router and the navigation are built from this list. */
export const PAGES: AdminPage[] = [
  {
    path: '/',
    permission: 'operations.read',
    Page: lazy(() => import('../features/home/home-page')),
    link: { label: 'Home', Icon: House, group: 'Operations' },
  },
  {
    path: '/jobs',
    permission: 'jobs.read',
    Page: lazy(() => import('../features/jobs/jobs-page')),
    link: { label: 'Jobs', Icon: ListVideo, group: 'Operations' },
  },
  {
    path: '/throughput',
    permission: 'operations.read',
    Page: lazy(() => import('../features/throughput/throughput-page')),
    link: { label: 'Throughput', Icon: ChartSpline, group: 'Operations' },
  },
  { path: '/bulk-actions', permission: 'jobs.read', Page: lazy(() => import('../features/jobs/bulk-operations-page')) },
  {
    path: '/bulk-actions/:id',
    permission: 'jobs.read',
    Page: lazy(() => import('../features/jobs/bulk-operation-page')),
  },
  { path: '/jobs/:id', permission: 'jobs.read', Page: lazy(() => import('../features/jobs/job-page')) },
  {
    path: '/providers',
    permission: 'operations.read',
    Page: lazy(() => import('../features/providers/providers-page')),
    link: { label: 'Providers', Icon: Server, group: 'Operations' },
  },
  {
    path: '/alerts',
    permission: 'operations.read',
    Page: lazy(() => import('../features/alerts/alerts-page')),
    link: { label: 'Alerts', Icon: BellRing, group: 'Operations' },
  },
  {
    path: '/runbooks/:kind',
    permission: 'operations.read',
    Page: lazy(() => import('../features/runbooks/runbook-page')),
  },
  {
    path: '/invariants',
    permission: 'operations.read',
    Page: lazy(() => import('../features/invariants/invariants-page')),
    link: { label: 'Invariants', Icon: ShieldCheck, group: 'Operations' },
  },
  {
    path: '/dead-letters',
    permission: 'operations.read',
    Page: lazy(() => import('../features/dead-letters/dead-letters-page')),
    link: { label: 'Dead letters', Icon: MailX, group: 'Operations' },
  },
  {
    path: '/maintenance',
    permission: 'operations.read',
    Page: lazy(() => import('../features/maintenance/maintenance-page')),
    link: { label: 'Maintenance', Icon: Construction, group: 'Operations' },
  },
  {
    path: '/safety',
    permission: 'safety.read',
    Page: lazy(() => import('../features/safety/safety-page')),
    link: { label: 'Safety', Icon: ShieldAlert, group: 'Operations' },
  },
  {
    path: '/refused-prompts',
    permission: 'safety.review',
    Page: lazy(() => import('../features/safety/refused-prompts-page')),
    link: { label: 'Refused prompts', Icon: OctagonAlert, group: 'Operations' },
  },
  {
    path: '/content-reports',
    permission: 'content_reports.read',
    Page: lazy(() => import('../features/content-reports/content-reports-page')),
    link: { label: 'Reported content', Icon: Flag, group: 'Operations' },
  },
  {
    path: '/quarterly-report',
    permission: 'content_reports.read',
    Page: lazy(() => import('../features/content-reports/quarterly-report-page')),
  },
  {
    path: '/messages',
    permission: 'messages.read',
    Page: lazy(() => import('../features/messages/messages-page')),
    link: { label: 'Messages', Icon: Mail, group: 'Operations' },
  },
  {
    path: '/callbacks',
    permission: 'jobs.read',
    Page: lazy(() => import('../features/callbacks/callbacks-page')),
    link: { label: 'Provider callbacks', Icon: Radio, group: 'Operations' },
  },
  { path: '/callbacks/:id', permission: 'jobs.read', Page: lazy(() => import('../features/callbacks/callback-page')) },
  {
    path: '/mails',
    permission: 'mails.read',
    Page: lazy(() => import('../features/mails/mails-page')),
    link: { label: 'Emails', Icon: Send, group: 'Operations' },
  },
  {
    path: '/incident-mails',
    permission: 'incident_mails.read',
    Page: lazy(() => import('../features/incident-mails/incident-mails-page')),
  },
  {
    path: '/incident-mails/new',
    permission: 'incident_mails.send',
    Page: lazy(() => import('../features/incident-mails/new-incident-mails-page')),
  },
  {
    path: '/incident-mails/:id',
    permission: 'incident_mails.read',
    Page: lazy(() => import('../features/incident-mails/incident-mailing-page')),
  },
  { path: '/mails/:id', permission: 'mails.read', Page: lazy(() => import('../features/mails/mail-page')) },
  {
    path: '/users',
    permission: 'users.read',
    Page: lazy(() => import('../features/users/users-page')),
    link: { label: 'Users', Icon: Users, group: 'Customers and billing' },
  },
  { path: '/users/:userId', permission: 'users.read', Page: lazy(() => import('../features/users/user-page')) },
  {
    path: '/failing-webhooks',
    permission: 'users.read',
    Page: lazy(() => import('../features/failing-webhooks/failing-webhooks-page')),
    link: { label: 'Failing webhooks', Icon: Unplug, group: 'Customers and billing' },
  },
  {
    path: '/transactions',
    permission: 'transactions.read',
    Page: lazy(() => import('../features/transactions/transactions-page')),
    link: { label: 'Transactions', Icon: ReceiptIndianRupee, group: 'Customers and billing' },
  },
  {
    path: '/transactions/:transactionId',
    permission: 'transactions.read',
    Page: lazy(() => import('../features/transactions/transaction-page')),
  },
  {
    path: '/approvals',
    permission: 'approvals.read',
    Page: lazy(() => import('../features/approvals/approvals-page')),
    link: { label: 'Approvals', Icon: UserCheck, group: 'Customers and billing' },
  },
  {
    path: '/credit-packs',
    permission: 'prices.read',
    Page: lazy(() => import('../features/packs/packs-page')),
    link: { label: 'Credit packs', Icon: Coins, group: 'Customers and billing' },
  },
  {
    path: '/promo-codes',
    permission: 'promo_codes.read',
    Page: lazy(() => import('../features/promo-codes/promo-codes-page')),
    link: { label: 'Promotional codes', Icon: Ticket, group: 'Customers and billing' },
  },
  {
    path: '/promo-codes/:id',
    permission: 'promo_codes.read',
    Page: lazy(() => import('../features/promo-codes/promo-code-page')),
  },
  {
    path: '/models',
    permission: 'prices.read',
    Page: lazy(() => import('../features/models/models-page')),
    link: { label: 'Models', Icon: Boxes, group: 'Customers and billing' },
  },
  {
    path: '/new-model',
    permission: 'prices.change',
    Page: lazy(() => import('../features/models/new-model-page')),
  },
  { path: '/models/:id', permission: 'prices.read', Page: lazy(() => import('../features/models/models-page')) },
  {
    path: '/plans',
    permission: 'prices.read',
    Page: lazy(() => import('../features/plans/plans-page')),
    link: { label: 'Plans', Icon: Clapperboard, group: 'Customers and billing' },
  },
  {
    path: '/presets',
    permission: 'prices.read',
    Page: lazy(() => import('../features/presets/presets-page')),
    link: { label: 'Presets', Icon: Palette, group: 'Customers and billing' },
  },
  {
    path: '/examples',
    permission: 'examples.read',
    Page: lazy(() => import('../features/examples/examples-page')),
    link: { label: 'Examples', Icon: Images, group: 'Customers and billing' },
  },
  {
    path: '/analytics',
    permission: 'reports.read',
    Page: lazy(() => import('../features/analytics/analytics-page')),
    link: { label: 'Analytics', Icon: ChartColumn, group: 'Customers and billing' },
  },
  {
    path: '/revenue',
    permission: 'reports.read',
    Page: lazy(() => import('../features/revenue/revenue-page')),
    link: { label: 'Revenue', Icon: IndianRupee, group: 'Customers and billing' },
  },
  {
    path: '/margin',
    permission: 'reports.read',
    Page: lazy(() => import('../features/margin/margin-page')),
    link: { label: 'Margin', Icon: TrendingUp, group: 'Customers and billing' },
  },
  {
    path: '/provider-costs',
    permission: 'prices.read',
    Page: lazy(() => import('../features/providers/costs/provider-costs-page')),
    link: { label: 'Provider costs', Icon: Banknote, group: 'Customers and billing' },
  },
  { path: '/orders/:id', permission: 'transactions.read', Page: lazy(() => import('../features/orders/order-page')) },
  {
    path: '/webhooks',
    permission: 'transactions.read',
    Page: lazy(() => import('../features/webhooks/webhooks-page')),
    link: { label: 'Payment webhooks', Icon: Webhook, group: 'Payments' },
  },
  {
    path: '/webhooks/:id',
    permission: 'transactions.read',
    Page: lazy(() => import('../features/webhooks/webhook-page')),
  },
  {
    path: '/disputes',
    permission: 'transactions.read',
    Page: lazy(() => import('../features/disputes/disputes-page')),
    link: { label: 'Disputes', Icon: Scale, group: 'Payments' },
  },
  {
    path: '/audit-log',
    permission: 'audit_log.read',
    Page: lazy(() => import('../features/audit-log/audit-log-page')),
    link: { label: 'Audit log', Icon: ScrollText, group: 'Administration' },
  },
  {
    path: '/breaches',
    permission: 'breaches.read',
    Page: lazy(() => import('../features/breaches/breaches-page')),
    link: { label: 'Breaches', Icon: Siren, group: 'Administration' },
  },
  {
    path: '/breaches/new',
    permission: 'breaches.change',
    Page: lazy(() => import('../features/breaches/new-breach-page')),
  },
  { path: '/breaches/:id', permission: 'breaches.read', Page: lazy(() => import('../features/breaches/breach-page')) },
  {
    path: '/sealed-records',
    permission: 'sealed.read',
    Page: lazy(() => import('../features/retained-records/retained-records-page')),
    link: { label: 'Retained records', Icon: LockKeyhole, group: 'Administration' },
  },
  {
    path: '/settings',
    permission: 'settings.read',
    Page: lazy(() => import('../features/settings/settings-page')),
    link: { label: 'Settings', Icon: Settings, group: 'Administration' },
  },
  {
    path: '/operators',
    permission: 'operators.read',
    Page: lazy(() => import('../features/operators/operators-page')),
    link: { label: 'Operators', Icon: UserCog, group: 'Administration' },
  },
  {
    path: '/profile',
    permission: 'profile.read',
    Page: lazy(() => import('../features/profile/profile-page')),
    link: { label: 'Your profile', Icon: UserRound, group: 'Administration' },
  },
];

/** The page shown after sign-in. */
export const HOME = '/';
