import type { AlertKind } from '@luit/contracts/alerts/alerts';

/** The content of a delivery, stored with it because the alert may change or be deleted before it is sent. */
export interface AlertMessage {
  what: 'opened' | 'resolved' | 'test';
  id: string;
  kind: AlertKind;
  subject: string;
  severity: 'critical' | 'warning';
  summary: string;
  action: string;
  /** ISO 8601. */
  openedAt: string;
  closedAt: string | null;
  /** Who was told that it opened. */
  told?: string[];
  /** Summaries of the problems that belong to the same incident. */
  effects?: string[];
}

const TITLES: Record<AlertMessage['what'], string> = {
  opened: 'Alert',
  resolved: 'Resolved',
  test: 'Test message',
};

export function linksOf(webUrl: string, { kind }: Pick<AlertMessage, 'kind'>): { screen: string; runbook: string } {
  return { screen: `${webUrl}/admin/alerts?state=open`, runbook: `${webUrl}/admin/runbooks/${kind}` };
}

/** What a mail stores of a message. */
export function mailDetails({ what, kind, subject, told = [], effects = [], ...message }: AlertMessage) {
  const { summary, action, openedAt, closedAt } = message;
  const texts = { closedAt: closedAt ?? '', told: told.join(', '), effects: effects.join('\n') };
  return { what, kind, subject, summary, action, openedAt, ...texts };
}

/** The body of a signed webhook. `at` is when the message came about, ISO 8601. */
export function jsonBody(
  webUrl: string,
  { what, told: _told, effects: _effects, ...alert }: AlertMessage,
  at: string,
): string {
  const links = linksOf(webUrl, alert);
  return JSON.stringify({
    type: `alert.${what}`,
    timestamp: at,
    data: { ...alert, screenUrl: links.screen, runbookUrl: links.runbook },
  });
}

/** A message for an incoming webhook of Slack. */
export function slackBody(webUrl: string, message: AlertMessage): string {
  const { what, severity, summary, action, openedAt, closedAt } = message;
  const links = linksOf(webUrl, message);
  const title = what === 'opened' ? `${TITLES[what]} (${severity})` : TITLES[what];
  const since = `Since ${slackTime(openedAt)}${closedAt ? `, resolved ${slackTime(closedAt)}` : ''}`;
  const lines = [
    `*${title}:* ${escapeSlack(summary)}`,
    ...(what === 'resolved' ? [] : [`*First action:* ${escapeSlack(action)}`]),
    since,
    `<${links.screen}|Open alerts> · <${links.runbook}|Runbook>`,
  ];
  return JSON.stringify({
    // The text for notifications and screen readers.
    text: `${title}: ${escapeSlack(summary)}`,
    blocks: [{ type: 'section', text: { type: 'mrkdwn', text: lines.join('\n') } }],
  });
}

/** Slack shows the time in the zone of the reader, and the fallback where it cannot. */
function slackTime(iso: string): string {
  return `<!date^${Math.floor(Date.parse(iso) / 1_000)}^{date_short_pretty} {time}|${iso}>`;
}

/** The three characters that Slack asks to escape. Without it, a name could mention everyone. */
function escapeSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
