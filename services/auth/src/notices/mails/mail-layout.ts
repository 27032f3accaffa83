import type { I18n } from '@lingui/core';
import type { Language } from '@luit/contracts/auth/languages';
import type { RenderedMail } from '@luit/contracts/auth/mails';
import { escapeHtml } from '@luit/platform/security/escape-html';
import { languageOf } from '../locales/i18n';

export interface MailContent {
  subject: string;
  /** Preview text that mail clients show beside the subject. */
  preview: string;
  title: string;
  paragraphs: string[];
  action?: { label: string; url: string };
  footnote: string;
}

/** Renders the common layout: one column that fits a phone, in light or dark colors. */
export function renderMail(i18n: I18n, to: string, content: MailContent): RenderedMail {
  return { to, subject: content.subject, text: textOf(content), html: htmlOf(i18n, content) };
}

function textOf({ title, paragraphs, action, footnote }: MailContent): string {
  const parts = [title, ...paragraphs];
  if (action) parts.push(`${action.label}:\n${action.url}`);
  return `${[...parts, footnote].join('\n\n')}\n\n-- \nLuit\n`;
}

function htmlOf(i18n: I18n, { subject, preview, title, paragraphs, action, footnote }: MailContent): string {
  const language = languageOf(i18n);
  const text = paragraphs.map((paragraph) => `<p class="text">${escapeHtml(paragraph)}</p>`).join('\n');
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${STYLES[language]}</style>
</head>
<body class="ground">
<div class="preview">${escapeHtml(preview)}</div>
<table role="presentation" class="ground" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" class="outer">
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0"><tr><td class="inner">
<p class="brand">Luit<span class="stop">.</span></p>
<h1 class="title">${escapeHtml(title)}</h1>
${text}
${action ? buttonOf(i18n, action) : ''}
<p class="footnote">${escapeHtml(footnote)}</p>
</td></tr></table>
<p class="sender">Luit &middot; ${escapeHtml(i18n._('Assam, India'))}</p>
</td></tr></table>
</body>
</html>
`;
}

function buttonOf(i18n: I18n, { label, url }: { label: string; url: string }): string {
  const link = escapeHtml(url);
  return `<table role="presentation" cellpadding="0" cellspacing="0"><tr><td class="cell">
<a class="button" href="${link}">${escapeHtml(label)}</a>
</td></tr></table>
<p class="small">${escapeHtml(i18n._('Or copy this address into your browser:'))}<br><a class="address" href="${link}">${link}</a></p>`;
}

/** Uses the color tokens of the web app. */
const styleOf = (fonts: string, adjustments = '') => `
body{margin:0;padding:0;font-family:${fonts}}
.ground{background:#eff3f1;color:#0b2227}
.preview{display:none;max-height:0;overflow:hidden}
.outer{padding:32px 16px}
.card{max-width:520px;background:#ffffff;border-radius:16px;border-top:4px solid #f2b632}
.inner{padding:36px 40px}
.brand{margin:0 0 28px;font-size:26px;line-height:1;font-weight:700;letter-spacing:-0.02em}
.stop{color:#bd2f1f}
.title{margin:0 0 16px;font-size:24px;line-height:1.25;font-weight:700}
.text{margin:0 0 16px;font-size:16px;line-height:1.6}
.cell{padding:8px 0 20px}
.button{display:inline-block;padding:14px 28px;border-radius:999px;background:#0b2f36;color:#fdf4dc;font-size:16px;font-weight:600;text-decoration:none}
.small,.footnote,.sender{font-size:13px;line-height:1.5;color:#48605f}
.small{margin:0 0 16px}
.address{color:#0b5c73;word-break:break-all}
.footnote{margin:24px 0 0;padding-top:16px;border-top:1px solid #cbd7d3}
.sender{margin:20px 0 0}
@media (max-width:480px){.inner{padding:28px 22px}.button{display:block;text-align:center}}
@media (prefers-color-scheme:dark){
.ground{background:#07161a;color:#e9f1ed}
.card{background:#0e2227}
.stop{color:#d9503d}
.button{background:#f2b632;color:#1d1600}
.small,.footnote,.sender{color:#9db4b1}
.address{color:#7fcde0}
.footnote{border-color:#22393d}
}${adjustments}`;

const STYLES: Record<Language, string> = {
  en: styleOf("'Anek Latin',-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"),
  // The list ends with the Devanagari fonts of Android, Apple’s devices and Windows. Devanagari letters are taller than Latin ones.
  hi: styleOf(
    "'Anek Devanagari','Anek Latin',-apple-system,'Segoe UI',Roboto,Helvetica,Arial,'Noto Sans Devanagari','Kohinoor Devanagari','Nirmala UI',sans-serif",
    '\n.title{line-height:1.4}\n.text{line-height:1.7}',
  ),
};
