import { t } from '@lingui/core/macro';
import type { ApiKeyMode, ApiKeyScope } from '@luit/contracts/auth/api-key-limits';
import { formatCredits, formatNumber } from '../../lib/format';

export const apiKeysCopy = {
  get title() {
    return t`API keys`;
  },
  get lead() {
    return t`A key lets your own program make videos with your credits. Each key has budgets that it can’t exceed. If a video fails, its credits go back to your balance and to the budget.`;
  },
  get create() {
    return t`Create a key`;
  },
  get loading() {
    return t`Loading API keys`;
  },
  get failed() {
    return t`We couldn’t load your API keys`;
  },
  get empty() {
    return t`You have no API keys`;
  },
  get emptyText() {
    return t`Create one for a program or an agent that should make videos for you.`;
  },
  get createTitle() {
    return t`New API key`;
  },
  get createAction() {
    return t`Create key`;
  },
  changeTitle: (name: string) => t`Change “${name}”`,
  get save() {
    return t`Save`;
  },
  get cancel() {
    return t`Cancel`;
  },
  get notSaved() {
    return t`We couldn’t save the key. Please try again.`;
  },
  get name() {
    return t`Name`;
  },
  get nameHint() {
    return t`Where you use it, for example “Shop website”.`;
  },
  get nameRequired() {
    return t`Please enter a name.`;
  },
  get purpose() {
    return t`What it is for`;
  },
  purposes: (perDay: number): { mode: ApiKeyMode; label: string; hint: string }[] => {
    const credits = formatCredits(perDay);
    return [
      { mode: 'live', label: t`Live`, hint: t`Makes real videos with your credits.` },
      {
        mode: 'test',
        label: t`Test`,
        hint: t`For trying out your program, with ${credits} a day at no cost. Its videos only say TEST, and are deleted after a day.`,
      },
    ];
  },
  get test() {
    return t`Test`;
  },
  get scopes() {
    return t`What it may do`;
  },
  get scopesRequired() {
    return t`Choose at least one.`;
  },
  get monthly() {
    return t`Budget per month, in credits`;
  },
  get monthlyHint() {
    return t`Calendar months in Indian time. Leave it empty for no limit.`;
  },
  get total() {
    return t`Budget in total, in credits`;
  },
  get totalHint() {
    return t`For as long as the key exists. Leave it empty for no limit.`;
  },
  get wholeNumber() {
    return t`Enter a whole number of credits, 0 or more.`;
  },
  get expires() {
    return t`Last day`;
  },
  get expiresHint() {
    return t`The key expires after this day. Leave it empty for no expiry.`;
  },
  get expiresPast() {
    return t`Choose today or a later day.`;
  },
  get networks() {
    return t`Allowed networks`;
  },
  get networksHint() {
    return t`Addresses such as 203.0.113.7 or networks such as 203.0.113.0/24, one per line. Leave it empty for anywhere.`;
  },
  issued: (name: string) => t`Your key “${name}”`,
  get issuedText() {
    return t`Copy it now and keep it like a password. We don’t store it, so we can’t show it again.`;
  },
  get key() {
    return t`API key`;
  },
  get copy() {
    return t`Copy key`;
  },
  get copied() {
    return t`Copied`;
  },
  get copyFailed() {
    return t`Your browser didn’t allow copying. Select the key and copy it.`;
  },
  get done() {
    return t`I’ve copied it`;
  },
  get change() {
    return t`Change`;
  },
  changeLabel: (name: string) => t`Change ${name}`,
  get rotate() {
    return t`Replace`;
  },
  rotateLabel: (name: string) => t`Replace ${name}`,
  rotateTitle: (name: string) => t`Replace “${name}”`,
  get rotateText() {
    return t`You get a new key with the same settings and budgets. The current one keeps working for the time you choose.`;
  },
  get overlap() {
    return t`The current key works for another`;
  },
  get overlaps() {
    return [
      { hours: 0, label: t`0 hours: it stops working immediately` },
      { hours: 24, label: t`24 hours` },
      { hours: 7 * 24, label: t`7 days` },
    ];
  },
  get rotateAction() {
    return t`Replace key`;
  },
  get rotateFailed() {
    return t`We couldn’t replace the key. Please try again.`;
  },
  get revoke() {
    return t`Revoke`;
  },
  revokeLabel: (name: string) => t`Revoke ${name}`,
  revokeTitle: (name: string) => t`Revoke “${name}”?`,
  get revokeText() {
    return t`Programs that use this key stop working within a second. This can’t be undone. Videos it has already started will still finish.`;
  },
  get revokeAction() {
    return t`Revoke key`;
  },
  get revokeFailed() {
    return t`We couldn’t revoke the key. Please try again.`;
  },
  created: (date: string) => t`Created ${date}`,
  lastUsed: (date: string) => t`Last used ${date}`,
  get neverUsed() {
    return t`Never used`;
  },
  ends: (date: string) => t`Ends ${date}`,
  ended: (date: string) => t`Ended ${date}`,
  previousEnds: (date: string) => t`The previous key works until ${date}`,
  onlyFrom: (addresses: string[]) => {
    const networks = addresses.join(', ');
    return t`Only from ${networks}`;
  },
  get noBudget() {
    return t`This key can’t spend credits, because its budget was never saved. Change it to set one.`;
  },
  usedThisMonth: (credits: number, limit: number) => {
    const used = formatNumber(credits);
    const budget = formatCredits(limit);
    return t`${used} of ${budget} used this month`;
  },
  usedInTotal: (credits: number, limit: number) => {
    const used = formatNumber(credits);
    const budget = formatCredits(limit);
    return t`${used} of ${budget} used in total`;
  },
  usedUnlimited: (used: number) => {
    const credits = formatCredits(used);
    return t`${credits} used, no limit`;
  },
};

/** The scopes that a route needs today. */
export function offeredScopes(): { scope: ApiKeyScope; label: string; hint: string }[] {
  return [
    { scope: 'videos:write', label: t`Make, cancel and delete videos`, hint: t`Spends credits.` },
    { scope: 'videos:read', label: t`See and download videos`, hint: t`All videos of your account.` },
    { scope: 'billing:read', label: t`See the balance`, hint: t`Changes nothing.` },
  ];
}
