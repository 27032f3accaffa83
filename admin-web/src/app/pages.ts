import type { Permission } from '@luit/contracts/auth/operator-permissions';
import {
  BellRing,
  Boxes,
  ChartColumn,
  Coins,
  Clapperboard,
  House,
  Construction,
  Flag,
  LockKeyhole,
  Siren,
  Mail,
  MailX,
  ListVideo,
  Palette,
  Radio,
  ReceiptIndianRupee,
  Scale,
  ScrollText,
  Server,
  Send,
  Settings,
  ShieldCheck,
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
    /** `More` is folded up. The pages of '' have no heading. */
    group: '' | 'Work' | 'People' | 'Money' | 'Catalog' | 'Admin' | 'More';
  };
  /** Pages of one entry, which is the page with the path `of`, are tabs of each other. */
  tab?: { of: string; label: string };
}

/** All pages, in the order of the side navigation. The router, the navigation and its tabs are built from this list. */
export const PAGES: AdminPage[] = [
  {
    path: '/',
    permission: 'operations.read',
    Page: lazy(() => import('../features/home/home-page')),
    link: { label: 'Home', Icon: House, group: '' },
  },
  {
    path: '/alerts',
    permission: 'operations.read',
    Page: lazy(() => import('../features/alerts/alerts-page')),
    link: { label: 'Alerts', Icon: BellRing, group: '' },
  },
  {
    path: '/jobs',
    permission: 'jobs.read',
    Page: lazy(() => import('../features/jobs/jobs-page')),
    link: { label: 'Jobs', Icon: ListVideo, group: 'Work' },
  },
  {
    path: '/providers',
    permission: 'operations.read',
    Page: lazy(() => import('../features/providers/providers-page')),
    link: { label: 'Providers', Icon: Server, group: 'Work' },
    tab: { of: '/providers', label: 'Providers' },
  },
  {
    path: '/throughput',
    permission: 'operations.read',
    Page: lazy(() => import('../features/throughput/throughput-page')),
    tab: { of: '/providers', label: 'Throughput' },
  },
  {
    path: '/provider-costs',
    permission: 'prices.read',
    Page: lazy(() => import('../features/providers/costs/provider-costs-page')),
    tab: { of: '/providers', label: 'Costs' },
  },
  {
    path: '/maintenance',
    permission: 'operations.read',
    Page: lazy(() => import('../features/maintenance/maintenance-page')),
    link: { label: 'Maintenance', Icon: Construction, group: 'Work' },
  },
  {
    path: '/users',
    permission: 'users.read',
    Page: lazy(() => import('../features/users/users-page')),
    link: { label: 'Users', Icon: Users, group: 'People' },
  },
  {
    path: '/messages',
    permission: 'messages.read',
    Page: lazy(() => import('../features/messages/messages-page')),
    link: { label: 'Messages', Icon: Mail, group: 'People' },
  },
  {
    path: '/content-reports',
    permission: 'content_reports.read',
    Page: lazy(() => import('../features/content-reports/content-reports-page')),
    link: { label: 'Content', Icon: Flag, group: 'People' },
    tab: { of: '/content-reports', label: 'Reported' },
  },
  {
    path: '/refused-prompts',
    permission: 'safety.review',
    Page: lazy(() => import('../features/safety/refused-prompts-page')),
    tab: { of: '/content-reports', label: 'Refused prompts' },
  },
  {
    path: '/safety',
    permission: 'safety.read',
    Page: lazy(() => import('../features/safety/safety-page')),
    tab: { of: '/content-reports', label: 'Safety' },
  },
  {
    path: '/transactions',
    permission: 'transactions.read',
    Page: lazy(() => import('../features/transactions/transactions-page')),
    link: { label: 'Transactions', Icon: ReceiptIndianRupee, group: 'Money' },
  },
  {
    path: '/disputes',
    permission: 'transactions.read',
    Page: lazy(() => import('../features/disputes/disputes-page')),
    link: { label: 'Disputes', Icon: Scale, group: 'Money' },
  },
  {
    path: '/analytics',
    permission: 'reports.read',
    Page: lazy(() => import('../features/analytics/analytics-page')),
    link: { label: 'Reports', Icon: ChartColumn, group: 'Money' },
    tab: { of: '/analytics', label: 'Analytics' },
  },
  {
    path: '/revenue',
    permission: 'reports.read',
    Page: lazy(() => import('../features/revenue/revenue-page')),
    tab: { of: '/analytics', label: 'Revenue' },
  },
  {
    path: '/margin',
    permission: 'reports.read',
    Page: lazy(() => import('../features/margin/margin-page')),
    tab: { of: '/analytics', label: 'Margin' },
  },
  {
    path: '/models',
    permission: 'prices.read',
    Page: lazy(() => import('../features/models/models-page')),
    link: { label: 'Models', Icon: Boxes, group: 'Catalog' },
  },
  {
    path: '/credit-packs',
    permission: 'prices.read',
    Page: lazy(() => import('../features/packs/packs-page')),
    link: { label: 'Packs and codes', Icon: Coins, group: 'Catalog' },
    tab: { of: '/credit-packs', label: 'Credit packs' },
  },
  {
    path: '/promo-codes',
    permission: 'promo_codes.read',
    Page: lazy(() => import('../features/promo-codes/promo-codes-page')),
    tab: { of: '/credit-packs', label: 'Promotional codes' },
  },
  {
    path: '/presets',
    permission: 'prices.read',
    Page: lazy(() => import('../features/presets/presets-page')),
    link: { label: 'Presets and examples', Icon: Palette, group: 'Catalog' },
    tab: { of: '/presets', label: 'Presets' },
  },
  {
    path: '/examples',
    permission: 'examples.read',
    Page: lazy(() => import('../features/examples/examples-page')),
    tab: { of: '/presets', label: 'Examples' },
  },
  {
    path: '/operators',
    permission: 'operators.read',
    Page: lazy(() => import('../features/operators/operators-page')),
    link: { label: 'Operators', Icon: UserCog, group: 'Admin' },
  },
  {
    path: '/audit-log',
    permission: 'audit_log.read',
    Page: lazy(() => import('../features/audit-log/audit-log-page')),
    link: { label: 'Audit log', Icon: ScrollText, group: 'Admin' },
  },
  {
    path: '/settings',
    permission: 'settings.read',
    Page: lazy(() => import('../features/settings/settings-page')),
    link: { label: 'Settings', Icon: Settings, group: 'Admin' },
  },
  { path: '/bulk-actions', permission: 'jobs.read', Page: lazy(() => import('../features/jobs/bulk-operations-page')) },
  {
    path: '/bulk-actions/:id',
    permission: 'jobs.read',
    Page: lazy(() => import('../features/jobs/bulk-operation-page')),
  },
  { path: '/jobs/:id', permission: 'jobs.read', Page: lazy(() => import('../features/jobs/job-page')) },
  {
    path: '/runbooks/:kind',
    permission: 'operations.read',
    Page: lazy(() => import('../features/runbooks/runbook-page')),
  },
  {
    path: '/invariants',
    permission: 'operations.read',
    Page: lazy(() => import('../features/invariants/invariants-page')),
    link: { label: 'Invariants', Icon: ShieldCheck, group: 'More' },
  },
  {
    path: '/dead-letters',
    permission: 'operations.read',
    Page: lazy(() => import('../features/dead-letters/dead-letters-page')),
    link: { label: 'Dead letters', Icon: MailX, group: 'More' },
  },
  {
    path: '/quarterly-report',
    permission: 'content_reports.read',
    Page: lazy(() => import('../features/content-reports/quarterly-report-page')),
  },
  {
    path: '/callbacks',
    permission: 'jobs.read',
    Page: lazy(() => import('../features/callbacks/callbacks-page')),
    link: { label: 'Provider callbacks', Icon: Radio, group: 'More' },
  },
  { path: '/callbacks/:id', permission: 'jobs.read', Page: lazy(() => import('../features/callbacks/callback-page')) },
  {
    path: '/mails',
    permission: 'mails.read',
    Page: lazy(() => import('../features/mails/mails-page')),
    link: { label: 'Emails', Icon: Send, group: 'More' },
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
  { path: '/users/:userId', permission: 'users.read', Page: lazy(() => import('../features/users/user-page')) },
  {
    path: '/failing-webhooks',
    permission: 'users.read',
    Page: lazy(() => import('../features/failing-webhooks/failing-webhooks-page')),
    link: { label: 'Failing webhooks', Icon: Unplug, group: 'More' },
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
    link: { label: 'Approvals', Icon: UserCheck, group: 'More' },
  },
  {
    path: '/promo-codes/:id',
    permission: 'promo_codes.read',
    Page: lazy(() => import('../features/promo-codes/promo-code-page')),
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
    link: { label: 'Plans', Icon: Clapperboard, group: 'More' },
  },
  { path: '/orders/:id', permission: 'transactions.read', Page: lazy(() => import('../features/orders/order-page')) },
  {
    path: '/webhooks',
    permission: 'transactions.read',
    Page: lazy(() => import('../features/webhooks/webhooks-page')),
    link: { label: 'Payment webhooks', Icon: Webhook, group: 'More' },
  },
  {
    path: '/webhooks/:id',
    permission: 'transactions.read',
    Page: lazy(() => import('../features/webhooks/webhook-page')),
  },
  {
    path: '/breaches',
    permission: 'breaches.read',
    Page: lazy(() => import('../features/breaches/breaches-page')),
    link: { label: 'Breaches', Icon: Siren, group: 'More' },
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
    link: { label: 'Retained records', Icon: LockKeyhole, group: 'More' },
  },
  {
    path: '/profile',
    permission: 'profile.read',
    Page: lazy(() => import('../features/profile/profile-page')),
    link: { label: 'Your profile', Icon: UserRound, group: 'More' },
  },
];

/** The page shown after sign-in. */
export const HOME = '/';
