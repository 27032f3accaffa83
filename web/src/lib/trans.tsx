import type { I18n } from '@lingui/core';
import type { TransProps } from '@lingui/react';
import { TransNoContext } from '@lingui/react/server';
import { i18n, type Message, type Values } from './i18n';

/** The part of Lingui's runtime that its component uses. */
const runtime = {
  _: (id: string, values: Values, { message }: { message: Message }) => i18n._(id, message, values),
} as unknown as I18n;

/** A message with elements in it, such as links. What the macro `Trans` renders; the language is the same for the whole page. */
export function Trans(props: TransProps) {
  return <TransNoContext {...props} lingui={{ i18n: runtime }} />;
}
