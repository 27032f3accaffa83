import { t } from '@lingui/core/macro';
import { keptValues } from '@luit/contracts/generation/catalog/choices';
import type { RequestView } from '@luit/contracts/http/requests';
import type { MenuAction } from '@luit/ui/action-menu';
import { Clapperboard, FastForward, Pencil, Plus, Repeat, Shuffle } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { formatCredits, formatSeconds } from '../../../lib/format';
import { logFailure } from '../../../lib/log';
import { useSession } from '../../../lib/services';
import { useShortfall } from '../../../shared/credits/api/get-balance';
import { type Draft, saveDraft } from '../../../shared/drafts/draft-store';
import { fetchImage } from '../../../shared/images/image-file';
import type { Generation } from '../use-generation';
import { useOfferedModels } from '../use-offered-models';
import { creditsOf, optionsOf, replacedText, sentOptions, takesAll, valuesIn } from '../video-options';

/**
 * What can be made of a finished video. Only actions that say a price spend credits; the others fill the form. If the model is not
 * offered any more, or does not take what it took, neither a price nor what is possible is known.
 */
export function useRepeatActions(request: RequestView, generation: Generation) {
  const { user } = useSession();
  const navigate = useNavigate();
  const isFromImage = request.type === 'image_video' || !!request.options?.extendOf;
  const start = isFromImage || request.references.length > 0 ? 'image' : 'text';
  const { models, model: replacement, retired } = useOfferedModels(request.model ?? undefined, start);
  const [hasFailed, setFailed] = useState(false);
  const model = retired ? replacement : models.find(({ id }) => id === request.model);
  const choices = model?.choices[start] ?? undefined;
  const asked = valuesIn(optionsOf(request, { keepsSeed: false }));
  // A model that replaces another one keeps what it takes.
  const isKnown = choices !== undefined && (!!retired || takesAll(choices, start, asked)) && request.options !== null;
  const credits = isKnown ? creditsOf(model, keptValues(choices, asked), undefined) : 0;
  const hasShortfall = useShortfall(credits) > 0;
  const price = formatCredits(credits);

  const repeat = async (keepsSeed: boolean) => {
    if (!choices) return;
    setFailed(false);
    try {
      const image = request.type === 'image_video' && request.imageUrl ? await fetchImage(request.imageUrl) : null;
      const lastFrame = request.lastImageUrl && choices.hasLastImage ? await fetchImage(request.lastImageUrl) : null;
      const chosen = optionsOf(request, { keepsSeed });
      const startImage = isFromImage ? { file: null, ratio: null } : null;
      const options = sentOptions(chosen, model, keptValues(choices, valuesIn(chosen)), startImage);
      const references = await Promise.all(request.references.slice(0, choices.references).map(fetchImage));
      await generation.start({ prompt: request.prompt, credits, options, count: 1, image, lastFrame, references });
    } catch (cause) {
      logFailure('Loading an image failed', cause);
      setFailed(true);
    }
  };
  const continueFrom = (prompt: string) => {
    const { duration, resolution } = asked;
    const draft: Draft = {
      prompt,
      options: { duration, resolution, model: request.model ?? model?.id, extendOf: request.id },
    };
    if (request.type === 'video') return generation.reuse(draft);
    // The form for videos from a prompt takes the video to continue, which stays on the stage.
    saveDraft(user?.id ?? '', 'prompt', draft);
    void navigate(`/image-to-video?request=${request.id}`);
  };
  const isDone = request.status === 'completed' && !request.takedown;
  const spending = isKnown && isDone ? { isDisabled: hasShortfall || generation.isStarting } : null;
  const actions: (MenuAction | null | false | undefined)[] = [
    { label: t`Edit the prompt`, Icon: Pencil, run: generation.edit },
    spending && {
      ...spending,
      label: t`New variation · ${price}`,
      detail: retired && model ? replacedText(retired, model) : undefined,
      Icon: Shuffle,
      run: () => void repeat(false),
    },
    // Another model does not repeat a video.
    spending &&
      !retired &&
      request.options?.seed != null &&
      choices?.parameters.seed && {
        ...spending,
        label: t`Same again · ${price}`,
        detail: t`With the same seed`,
        Icon: Repeat,
        run: () => void repeat(true),
      },
    spending &&
      model?.choices.image && {
        label: extension(request),
        detail: t`${price}, once you press Generate`,
        Icon: FastForward,
        run: () => continueFrom(request.prompt),
      },
    spending &&
      model?.choices.image && {
        label: t`Start from the last frame`,
        detail: t`${price}, once you press Generate`,
        Icon: Clapperboard,
        run: () => continueFrom(''),
      },
    { label: t`New video`, Icon: Plus, run: generation.startNew },
  ];
  return {
    actions: actions.filter((action) => !!action),
    hasFailed,
    /** Credits of one more, where the balance lacks some. */
    missing: spending && hasShortfall ? credits : 0,
  };
}

/** What it adds, and where that is known, how long both are: of an extension, the videos before it are not loaded. */
function extension({ duration, options }: RequestView) {
  if (duration === null) return t`Extend`;
  const length = formatSeconds(duration);
  return options?.extendOf
    ? t`Extend by ${length}`
    : t`Extend by ${length} to ${{ total: formatSeconds(duration * 2) }}`;
}
