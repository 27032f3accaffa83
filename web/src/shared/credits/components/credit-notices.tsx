import { t } from '@lingui/core/macro';
import { Alert } from '@luit/ui/alert';
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Link } from 'react-router-dom';
import { formatCredits, formatDateTime } from '../../../lib/format';
import { useServices, useSession } from '../../../lib/services';
import { isSettingOn, notificationSettingsQuery } from '../../notifications/notification-settings';
import { creditNoticesQuery } from '../api/get-notices';
import { useDismissedNotices } from '../dismissed-notices';

/** Credits that expire soon, and a balance that no longer covers the latest request. Nothing until both are known. */
export function CreditNotices({ className }: { className?: string }) {
  const { user } = useSession();
  return user && <NoticesOf key={user.id} userId={user.id} className={className} />;
}

function NoticesOf({ userId, className }: { userId: string; className?: string }) {
  const { api } = useServices();
  const { data: notices } = useQuery(creditNoticesQuery(api));
  const { data: settings } = useQuery(notificationSettingsQuery(api));
  const { dismissed, dismiss } = useDismissedNotices(userId);
  const shown = [
    ...(isSettingOn(settings, 'expiring_credits', 'in_app') ? (notices?.expiring ?? []) : []).map(
      ({ expiresOn, expiresAt, credits }) => ({
        key: `expiring ${expiresOn}`,
        text: t`${{ credits: formatCredits(credits) }} will expire soon. Use them before ${{ time: formatDateTime(expiresAt) }}.`,
        link: { to: '/image-to-video', label: t`Create a video` },
      }),
    ),
    ...(isSettingOn(settings, 'low_balance', 'in_app') && notices?.low ? [notices.low] : []).map(
      ({ noticeId, available, lastRequestCredits }) => ({
        key: `low ${noticeId}`,
        text: t`You have ${{ left: formatCredits(available) }} left. Your last request needed ${{ needed: formatCredits(lastRequestCredits) }}.`,
        link: { to: '/pricing', label: t`Buy credits` },
      }),
    ),
  ].filter(({ key }) => !dismissed.includes(key));
  if (shown.length === 0) return null;
  return (
    <section aria-label={t`About your credits`} className={clsx('grid gap-3', className)}>
      {shown.map(({ key, text, link }) => (
        <Alert key={key} tone="accent" onDismiss={() => dismiss(key)}>
          {text}{' '}
          <Link to={link.to} className="font-semibold whitespace-nowrap underline underline-offset-4">
            {link.label}
          </Link>
        </Alert>
      ))}
    </section>
  );
}
