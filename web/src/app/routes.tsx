import { Navigate, Route, Routes } from 'react-router-dom';
import HomePage from '../features/home/pages/home-page';
import type { LegalPageName } from '../features/info/pages/legal-page';
import { lazyPart } from '../lib/lazy-part';
import { prerenderable } from '../lib/prerenderable';
import { LanguageSwitch } from './shell/footer';
import { Shell } from './shell/shell';
import { UnknownPage } from './unknown-page';

const dataLayout = () => import('./data-layout');
const DataLayout = prerenderable(dataLayout);
const Protected = lazyPart(async () => ({ default: (await dataLayout()).Protected }));
const AuthPage = lazyPart(() => import('../features/auth/pages/auth-page'));
const ConfirmPage = lazyPart(() => import('../features/auth/pages/confirm-page'));
const CallbackPage = lazyPart(() => import('../features/auth/pages/callback-page'));
const ResetPasswordPage = lazyPart(() => import('../features/auth/pages/reset-password-page'));
const PricingPage = prerenderable(() => import('../features/payments/pages/pricing-page'));
const PayOncePage = lazyPart(() => import('../features/payments/pages/pay-once-page'));
const OrderPage = lazyPart(() => import('../features/payments/pages/order-page'));
const VaultPage = lazyPart(() => import('../features/credits/pages/vault-page'));
const PromptToVideoPage = lazyPart(() => import('../features/generation/pages/prompt-to-video-page'));
const ImageToVideoPage = lazyPart(() => import('../features/generation/pages/image-to-video-page'));
const ImagesPage = lazyPart(() => import('../features/generation/pages/images-page'));
const RestorePage = lazyPart(() => import('../features/restore/pages/restore-page'));
const DashboardPage = lazyPart(() => import('../features/account/pages/dashboard-page'));
const SettingsLayout = lazyPart(() => import('./settings-layout'));
const ProfilePage = lazyPart(() => import('../features/account/pages/profile-page'));
const SignInPage = lazyPart(() => import('../features/account/pages/sign-in-page'));
const NotificationsPage = lazyPart(() => import('../features/account/pages/notifications-page'));
const ApiKeysPage = lazyPart(() => import('../features/api-keys/pages/api-keys-page'));
const WebhooksPage = lazyPart(() => import('../features/webhooks/pages/webhooks-page'));
const PrivacyPage = lazyPart(() => import('../features/account/pages/privacy-page'));
const SharedPage = prerenderable(() => import('../features/sharing/pages/shared-page'));
const LibraryPage = lazyPart(() => import('../features/library/pages/library-page'));
const ComparePage = lazyPart(() => import('../features/library/pages/compare-page'));
const TrashPage = lazyPart(() => import('../features/library/pages/trash-page'));
const AccessPage = lazyPart(() => import('../features/account/pages/access-page'));
const ExportPage = lazyPart(() => import('../features/account/pages/export-page'));
const AccountDeletionPage = lazyPart(() => import('../features/account/pages/account-deletion-page'));
const AboutPage = prerenderable(() => import('../features/info/pages/about-page'));
const DevelopersPage = prerenderable(() => import('../features/developers/pages/developers-page'));
const ReportPage = lazyPart(() => import('../features/reports/pages/report-page'));
const VerifyPage = lazyPart(() => import('../features/verification/pages/verify-page'));
const ContactPage = lazyPart(() => import('../features/contact/pages/contact-page'));
const LEGAL_PAGES: LegalPageName[] = ['terms', 'privacy', 'refund', 'disclaimer', 'cookies', 'grievance'];
const legalPage = () => import('../features/info/pages/legal-page');
const LegalPage = prerenderable(legalPage);
/** The component gallery, excluded from production builds. */
const UiPage = import.meta.env.DEV ? lazyPart(() => import('../features/dev/ui-page')) : null;

/** Loads the chunks of a prerendered page, or of the page of a share link, that are not part of the initial load. */
export async function loadPage(path: string): Promise<void> {
  await Promise.all([LanguageSwitch.load(), loadContent(path)]);
}

async function loadContent(path: string): Promise<void> {
  if (path === '/') return;
  if (path === '/pricing') await Promise.all([DataLayout.load(), PricingPage.load()]);
  else if (path.startsWith('/s/')) await Promise.all([DataLayout.load(), SharedPage.load()]);
  else if (path === '/about') await AboutPage.load();
  else if (path === '/developers') await DevelopersPage.load();
  else {
    const { DOCUMENTS } = await legalPage();
    await Promise.all([LegalPage.load(), DOCUMENTS[path.slice(1) as LegalPageName].load()]);
  }
}

/** All routes. Only the home page is in the initial chunk; data layers load with the pages that need them. */
export function AppRoutes() {
  return (
    <Routes>
      <Route element={<Shell />}>
        <Route index element={<HomePage />} />
        <Route path="auth" element={<AuthPage />} />
        <Route path="auth/confirm" element={<ConfirmPage />} />
        <Route path="auth/callback" element={<CallbackPage />} />
        <Route path="reset-password" element={<ResetPasswordPage />} />
        <Route path="account/export" element={<ExportPage />} />
        <Route path="account/deletion" element={<AccountDeletionPage />} />
        <Route path="about" element={<AboutPage />} />
        <Route path="developers" element={<DevelopersPage />} />
        <Route path="verify" element={<VerifyPage />} />
        <Route path="contact" element={<ContactPage />} />
        {LEGAL_PAGES.map((name) => (
          <Route key={name} path={name} element={<LegalPage key={name} document={name} />} />
        ))}
        <Route element={<DataLayout />}>
          <Route path="pricing" element={<PricingPage />} />
          <Route path="pay-once" element={<PayOncePage />} />
          <Route path="s/:token" element={<SharedPage />} />
          <Route path="report" element={<ReportPage />} />
          <Route path="order/:requestId" element={<OrderPage />} />
          <Route element={<Protected />}>
            <Route path="dashboard" element={<DashboardPage />} />
            <Route path="settings" element={<SettingsLayout />}>
              <Route index element={<ProfilePage />} />
              <Route path="sign-in" element={<SignInPage />} />
              <Route path="notifications" element={<NotificationsPage />} />
              <Route path="api" element={<ApiKeysPage />} />
              <Route path="webhooks" element={<WebhooksPage />} />
              <Route path="privacy" element={<PrivacyPage />} />
            </Route>
            <Route path="account/access" element={<AccessPage />} />
            <Route path="vault" element={<VaultPage />} />
            <Route path="library" element={<LibraryPage />} />
            <Route path="library/compare" element={<ComparePage />} />
            <Route path="library/trash" element={<TrashPage />} />
            <Route path="image-to-video" element={<PromptToVideoPage />} />
            <Route path="prompt-to-video" element={<Navigate replace to="/image-to-video" />} />
            <Route path="image-to-video-upload" element={<ImageToVideoPage />} />
            <Route path="create-image" element={<ImagesPage />} />
            <Route path="restore-image" element={<RestorePage />} />
            <Route path="restore" element={<Navigate replace to="/restore-image" />} />
          </Route>
        </Route>
        {UiPage && <Route path="dev/ui" element={<UiPage />} />}
        <Route path="*" element={<UnknownPage />} />
      </Route>
    </Routes>
  );
}
