interface KeyPress {
  key: string;
  repeat: boolean;
  isComposing: boolean;
  keyCode: number;
}

/**
 * Whether a person pressed Enter to act. A held key repeats the event, and while an input method composes text, Enter only chooses a
 * word: browsers mark that event as composing, or with key code 229.
 */
export function isEnterPress({ key, repeat, isComposing, keyCode }: KeyPress): boolean {
  return key === 'Enter' && !repeat && !isComposing && keyCode !== 229;
}

/** Hides every other Enter from the page, so that it submits no form, clicks no button and chooses no option. */
export function ignoreUnintendedEnters(): void {
  window.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Enter' || isEnterPress(event)) return;
      event.stopPropagation();
      const writesLines = event.target instanceof HTMLTextAreaElement && !event.ctrlKey && !event.metaKey;
      if (!writesLines) event.preventDefault();
    },
    { capture: true },
  );
}
