import { t } from '@lingui/core/macro';
import type { Preset } from '@luit/contracts/generation/presets';
import type { CSSProperties } from 'react';
import { optionText } from '../../../lib/option-texts';
import type { ListOption } from '../../../shared/studio/components/control';

export const presetTexts = {
  get camera() {
    return t`Camera motion`;
  },
  get style() {
    return t`Style`;
  },
};

/** The presets of a new installation, shown on a drawn scene. Others have the scene as it is. */
const PREVIEWS: Partial<Record<string, CSSProperties>> = {
  'push-in': { animation: 'preview-push 3s ease-in-out infinite' },
  'pull-back': { animation: 'preview-push 3s ease-in-out infinite reverse' },
  'pan-left': { animation: 'preview-pan 3s ease-in-out infinite', scale: '1.3' },
  orbit: { animation: 'preview-orbit 4s ease-in-out infinite alternate', scale: '1.3' },
  'crane-up': { animation: 'preview-crane 3s ease-in-out infinite', scale: '1.3' },
  cinematic: { filter: 'contrast(1.2) saturate(0.8)', animation: 'preview-push 6s ease-in-out infinite' },
  documentary: { filter: 'saturate(0.6) contrast(0.95)', animation: 'preview-shake 2s linear infinite', scale: '1.1' },
  watercolor: { filter: 'blur(0.7px) saturate(1.6) brightness(1.2) contrast(0.85)' },
  'clay-animation': { filter: 'saturate(1.5) contrast(1.4)', animation: 'preview-shake 1s steps(3) infinite' },
  'black-and-white': { filter: 'grayscale(1) contrast(1.35)' },
  'golden-hour': { filter: 'sepia(0.55) saturate(1.8) hue-rotate(-12deg)' },
};

/** The presets of one kind with a moving picture of what each does, after a tile for none of them. */
export function presetOptions(presets: Preset[]): ListOption<string | undefined>[] {
  const noName = t({ message: 'None', context: 'no camera motion or style' });
  const none = { id: undefined, name: noName, description: t`As your prompt says.`, text: '' };
  return [none, ...presets].map(({ id, name, description, text }) => ({
    value: id,
    text: optionText(name),
    label: `${optionText(name)}, ${optionText(description)}`,
    title: id && wordsOf(text),
    content: (
      <>
        <span aria-hidden className="block aspect-video overflow-hidden bg-sunken">
          {id && (
            <img
              src="/examples/river.webp"
              alt=""
              loading="lazy"
              className="size-full object-cover"
              style={PREVIEWS[id]}
            />
          )}
        </span>
        <span className="block px-2 py-1.5 text-sm leading-tight font-semibold">{optionText(name)}</span>
      </>
    ),
  }));
}

/** What a preset adds to a prompt. */
export const wordsOf = (text: string): string => text.replace('{prompt}', '…');
