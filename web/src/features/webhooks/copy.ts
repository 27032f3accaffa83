import { plural, t } from '@lingui/core/macro';
import type { WebhookEvent, WebhookOffReason } from '@luit/contracts/auth/webhook-limits';
import type { WebhookDelivery } from '@luit/contracts/auth/webhooks';
import { formatNumber } from '../../lib/format';

export const webhooksCopy = {
  get title() {
    return t`Webhooks`;
  },
  get lead() {
    return t`Luit tells your own program when a video or photo is queued, in progress or finished. Each message is signed. If your program doesn’t accept it, Luit tries again for about 32 hours.`;
  },
  get create() {
    return t`Add an endpoint`;
  },
  get loading() {
    return t`Loading webhook endpoints`;
  },
  get failed() {
    return t`We couldn’t load your webhook endpoints`;
  },
  get empty() {
    return t`You have no webhook endpoints`;
  },
  get emptyText() {
    return t`Add the URL at which your program receives events.`;
  },
  get createTitle() {
    return t`New webhook endpoint`;
  },
  get createAction() {
    return t`Add endpoint`;
  },
  get changeTitle() {
    return t`Change endpoint`;
  },
  get save() {
    return t`Save`;
  },
  get cancel() {
    return t`Cancel`;
  },
  get notSaved() {
    return t`We couldn’t save the endpoint. Please try again.`;
  },
  get url() {
    return t`URL`;
  },
  get urlHint() {
    return t`It must begin with https:// and be reachable from the internet.`;
  },
  get urlRequired() {
    return t`Enter a URL such as https://example.com/hooks.`;
  },
  get events() {
    return t`Events`;
  },
  get eventsRequired() {
    return t`Choose at least one.`;
  },
  get issuedTitle() {
    return t`Your signing secret`;
  },
  get issuedText() {
    return t`Copy it now and keep it like a password. Your program uses it to verify that messages come from Luit. We can’t show it again.`;
  },
  get rotatedText() {
    return t`Copy it now. For 24 hours, messages are signed with this secret and the previous one, so you can replace it without losing any.`;
  },
  get secret() {
    return t`Signing secret`;
  },
  get copy() {
    return t`Copy secret`;
  },
  get copied() {
    return t`Copied`;
  },
  get copyFailed() {
    return t`Your browser didn’t allow copying. Select the secret and copy it.`;
  },
  get done() {
    return t`I’ve copied it`;
  },
  get test() {
    return t`Send a test`;
  },
  testLabel: (url: string) => t`Send a test to ${url}`,
  get testFailed() {
    return t`We couldn’t send the test. Please try again.`;
  },
  get change() {
    return t`Change`;
  },
  changeLabel: (url: string) => t`Change ${url}`,
  get rotate() {
    return t`New secret`;
  },
  rotateLabel: (url: string) => t`New secret for ${url}`,
  get rotateTitle() {
    return t`Replace the signing secret?`;
  },
  get rotateText() {
    return t`You’ll get a new secret. The current one stays valid for 24 hours; an older one stops working immediately.`;
  },
  get rotateAction() {
    return t`Replace secret`;
  },
  get rotateFailed() {
    return t`We couldn’t replace the secret. Please try again.`;
  },
  get turnOff() {
    return t`Turn off`;
  },
  turnOffLabel: (url: string) => t`Turn off ${url}`,
  get turnOn() {
    return t`Turn on`;
  },
  turnOnLabel: (url: string) => t`Turn on ${url}`,
  get switchFailed() {
    return t`We couldn’t change the endpoint. Please try again.`;
  },
  get remove() {
    return t`Delete`;
  },
  removeLabel: (url: string) => t`Delete ${url}`,
  get removeTitle() {
    return t`Delete this endpoint?`;
  },
  get removeText() {
    return t`It won’t receive any more events, and the list of its deliveries is deleted. This can’t be undone.`;
  },
  get removeAction() {
    return t`Delete endpoint`;
  },
  get removeFailed() {
    return t`We couldn’t delete the endpoint. Please try again.`;
  },
  get on() {
    return t`On`;
  },
  get off() {
    return t`Off`;
  },
  get failing() {
    return t`Failing`;
  },
  created: (date: string) => t`Added ${date}`,
  lastDelivered: (date: string) => t`Last delivered ${date}`,
  get neverDelivered() {
    return t`Nothing delivered yet`;
  },
  failingSince: (date: string) => t`Every delivery has failed since ${date}.`,
  lastError: (error: string) => t`Last error: ${error}`,
  previousEnds: (date: string) => t`Messages are also signed with the previous secret until ${date}`,
  get showDeliveries() {
    return t`Show deliveries`;
  },
  get hideDeliveries() {
    return t`Hide deliveries`;
  },
  showLabel: (url: string) => t`Deliveries to ${url}`,
  get deliveriesLoading() {
    return t`Loading deliveries`;
  },
  get deliveriesFailed() {
    return t`We couldn’t load the deliveries`;
  },
  get noDeliveries() {
    return t`There are no deliveries.`;
  },
  get more() {
    return t`Show older deliveries`;
  },
  attempts: (count: number) => {
    const attempts = formatNumber(count);
    return plural(count, { one: `${attempts} attempt`, other: `${attempts} attempts` });
  },
  status: (status: number) => t`Status ${status}`,
  took: (milliseconds: number) => t`${milliseconds} ms`,
  next: (date: string) => t`Next attempt ${date}`,
  get soon() {
    return t`Being sent now`;
  },
  get details() {
    return t`Request and response`;
  },
  detailsLabel: (type: string, date: string) => t`Request and response of ${type}, ${date}`,
  messageId: (id: string) => `webhook-id: ${id}`,
  get request() {
    return t`Request`;
  },
  get response() {
    return t`Response`;
  },
  get noResponse() {
    return t`There was no response.`;
  },
  get emptyResponse() {
    return t`The response had no body.`;
  },
  get notSentYet() {
    return t`Nothing was sent yet.`;
  },
  get replay() {
    return t`Send again`;
  },
  replayLabel: (type: string, date: string) => t`Send again: ${type}, ${date}`,
  get replayFailed() {
    return t`We couldn’t send it again. Please try again.`;
  },
  get range() {
    return t`Send several again`;
  },
  rangeLabel: (url: string) => t`Send several again: ${url}`,
  get rangeTitle() {
    return t`Send deliveries again`;
  },
  get rangeText() {
    return t`Choose when the deliveries were created. They are sent oldest first, with the same ids, so your program can skip those it already knows.`;
  },
  get rangeFrom() {
    return t`From`;
  },
  get rangeTo() {
    return t`Until`;
  },
  get rangeInvalid() {
    return t`Choose an end after the start.`;
  },
  get onlyFailed() {
    return t`Only failed deliveries`;
  },
  get onlyFailedHint() {
    return t`Otherwise, deliveries that succeeded are sent again, too.`;
  },
  get counting() {
    return t`Counting…`;
  },
  counted: (count: number) => {
    if (count === 0) return t`There are none in this period.`;
    const deliveries = formatNumber(count);
    return plural(count, {
      one: `${deliveries} delivery will be sent again.`,
      other: `${deliveries} deliveries will be sent again.`,
    });
  },
  rangeTooLong: (limit: number) => {
    const deliveries = formatNumber(limit);
    return t`There are more than ${deliveries}. Choose a shorter period.`;
  },
  rangeStarted: (count: number) => {
    const deliveries = formatNumber(count);
    return plural(count, {
      one: `Luit has started to send ${deliveries} delivery again.`,
      other: `Luit has started to send ${deliveries} deliveries again.`,
    });
  },
  get rangeFailed() {
    return t`We couldn’t send them again. Please try again.`;
  },
};

export const OFF_TEXTS: Record<WebhookOffReason, (date: string) => string> = {
  owner: (date) => t`You turned this endpoint off on ${date}.`,
  gone: (date) =>
    t`We switched this endpoint off on ${date}, because it responded with status 410, which means that it is gone.`,
  failing: (date) => t`We switched this endpoint off on ${date}, because every delivery had failed for 5 days.`,
};

export const DELIVERY_STATES: Record<WebhookDelivery['state'], () => string> = {
  waiting: () => t`Waiting`,
  delivered: () => t`Delivered`,
  failed: () => t({ message: 'Failed', context: 'delivery of a message' }),
};

interface EventGroup {
  legend: string;
  events: { event: WebhookEvent; label: string }[];
}

/** The events that an endpoint may choose. */
export function eventGroups(): EventGroup[] {
  return [
    {
      legend: t`Videos`,
      events: [
        { event: 'video.queued', label: t`Queued` },
        { event: 'video.in_progress', label: t`In progress` },
        { event: 'video.completed', label: t`Completed` },
        { event: 'video.failed', label: t`Failed` },
        { event: 'video.canceled', label: t`Canceled` },
      ],
    },
    {
      legend: t`Photo restorations`,
      events: [
        { event: 'restoration.queued', label: t`Queued` },
        { event: 'restoration.in_progress', label: t`In progress` },
        { event: 'restoration.completed', label: t`Completed` },
        { event: 'restoration.failed', label: t`Failed` },
        { event: 'restoration.canceled', label: t`Canceled` },
      ],
    },
    {
      legend: t`Credits and API keys`,
      events: [
        { event: 'credits.low', label: t`Low balance` },
        { event: 'key.budget_exhausted', label: t`API key budget used up` },
      ],
    },
  ];
}
