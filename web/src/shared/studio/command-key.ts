/** The label of the modifier for shortcuts: Command on Apple devices, Control elsewhere. */
export const commandKey = (): string => (/Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl');

/** Whether the modifier for shortcuts is pressed. */
export function hasCommandKey({ metaKey, ctrlKey }: { metaKey: boolean; ctrlKey: boolean }): boolean {
  return metaKey || ctrlKey;
}
