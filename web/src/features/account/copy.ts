import { t } from '@lingui/core/macro';

export const accountCopy = {
  get title() {
    return t`Dashboard`;
  },
  greeting: (name: string) => t`Good to see you, ${name}`,
  get running() {
    return t`Running now`;
  },
  get recent() {
    return t`Recent work`;
  },
  get recentEmpty() {
    return t`You haven’t created anything yet.`;
  },
  get recentFailed() {
    return t`We couldn’t load your recent work.`;
  },
  get reloadRecent() {
    return t`Reload recent work`;
  },
  get firstVideo() {
    return t`Create your first video`;
  },
  get account() {
    return t`Account`;
  },
  get toAccess() {
    return t`Someone was in my account`;
  },
  get email() {
    return t`Email`;
  },
  get userId() {
    return t`User ID`;
  },
  get created() {
    return t`Created`;
  },
  get lastSignIn() {
    return t`Last sign-in`;
  },
  get credits() {
    return t`Available credits`;
  },
  get toVault() {
    return t`View balance and transactions`;
  },
  get actions() {
    return t`Quick actions`;
  },
  get generate() {
    return t`Generate video`;
  },
  get generateText() {
    return t`Create a 5- or 10-second video from a prompt.`;
  },
  get restore() {
    return t`Restore image`;
  },
  get restoreText() {
    return t`Repair and sharpen an old photo.`;
  },
  get buy() {
    return t`Buy credits`;
  },
  get buyText() {
    return t`Credits that never expire, priced in rupees.`;
  },
  get library() {
    return t`Library`;
  },
  get libraryText() {
    return t`All your videos and photos.`;
  },
  get signOut() {
    return t`Sign out`;
  },
  get name() {
    return t`Name`;
  },
  get edit() {
    return t`Edit`;
  },
  get editName() {
    return t`Edit name`;
  },
  get newName() {
    return t`Full name`;
  },
  get nameRequired() {
    return t`Name is required`;
  },
  get nameFailed() {
    return t`We couldn’t save your name. Please try again.`;
  },
  get save() {
    return t`Save`;
  },
  get cancel() {
    return t`Cancel`;
  },
  get changePassword() {
    return t`Change password`;
  },
  get devices() {
    return t`Devices`;
  },
  get devicesLead() {
    return t`These devices are signed in to your account. If you don’t recognize one, sign it out and change your password.`;
  },
  get devicesLoading() {
    return t`Loading devices`;
  },
  get devicesFailed() {
    return t`We couldn’t load your devices`;
  },
  get thisDevice() {
    return t`This device`;
  },
  signOutOf: (device: string) => t`Sign out of ${device}`,
  get signOutOthers() {
    return t`Sign out all other devices`;
  },
  get billing() {
    return t`Billing details`;
  },
  get billingLead() {
    return t`The buyer details printed on your invoices.`;
  },
  get billingEmpty() {
    return t`Without billing details, your invoices show only your name. Add a GSTIN to claim input tax credit.`;
  },
  get billingAdd() {
    return t`Add billing details`;
  },
  get billingEdit() {
    return t`Edit billing details`;
  },
  get billingRemove() {
    return t`Remove`;
  },
  get billingName() {
    return t`Name or business`;
  },
  get billingState() {
    return t`State or union territory`;
  },
  get billingStateChoose() {
    return t`Choose a state`;
  },
  get billingGstin() {
    return t`GSTIN`;
  },
  get billingGstinLabel() {
    return t`GSTIN (optional)`;
  },
  get billingGstinHint() {
    return t`15 characters, as shown on your registration certificate.`;
  },
  get billingNoGstin() {
    return t`Not provided`;
  },
  get billingStateRequired() {
    return t`Please choose a state`;
  },
  get billingGstinInvalid() {
    return t`Please enter a valid GSTIN`;
  },
  get billingGstinElsewhere() {
    return t`This GSTIN belongs to a different state`;
  },
  get billingFailed() {
    return t`We couldn’t save your billing details. Please try again.`;
  },
  get apiKeys() {
    return t`API keys`;
  },
  get apiKeysLead() {
    return t`Let your own programs make videos with your credits, within budgets that you set.`;
  },
  get toApiKeys() {
    return t`Manage API keys`;
  },
  get toWebhooks() {
    return t`Manage webhooks`;
  },
  get toDevelopers() {
    return t`Read the guide`;
  },
  get data() {
    return t`Your data`;
  },
  get dataLead() {
    return t`Get a copy of your account details, devices, transactions and videos in a single file.`;
  },
  get dataRequest() {
    return t`Email me a copy`;
  },
  dataSent: (email: string) => t`We emailed a link to ${email}. It works once and expires in 1 hour.`,
  get dataFailed() {
    return t`We couldn’t request your data. Please try again.`;
  },
  get exportTitle() {
    return t`Download your data`;
  },
  get exportLead() {
    return t`Your browser saves the copy as a file.`;
  },
  get exportDoneLead() {
    return t`The file is in your downloads folder. Keep it somewhere private.`;
  },
  get exportExpiredLead() {
    return t`Download links work once and expire after 1 hour. Request a new one from your dashboard.`;
  },
  get exportDownload() {
    return t`Download data`;
  },
  get exportDone() {
    return t`luit-account.json has been saved.`;
  },
  get exportMissing() {
    return t`This link is incomplete. Open it again from the email or request a new one.`;
  },
  get exportFailed() {
    return t`We couldn’t download your data. Please try again.`;
  },
  get toDashboard() {
    return t`Go to dashboard`;
  },
} as const;
