import { formatCredits } from '../../../lib/format';
import { t } from '@lingui/core/macro';
import { keptValues } from '@luit/contracts/generation/catalog/choices';
import type { RequestView } from '@luit/contracts/http/requests';
import { Alert } from '@luit/ui/alert';
import { Button } from '@luit/ui/button';
import { FastForward, Repeat, Shuffle, WandSparkles } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { logFailure } from '../../../lib/log';
import { useSession } from '../../../lib/services';
import { useShortfall } from '../../../shared/credits/api/get-balance';
import { MissingCredits } from '../../../shared/credits/components/missing-credits';
import { type Draft, saveDraft } from '../../../shared/drafts/draft-store';
import { imageMessages } from '../../../shared/images/copy';
import { fetchImage } from '../../../shared/images/image-file';
import type { Generation } from '../use-generation';
import { useOfferedModels } from '../use-offered-models';
import { creditsOf, optionsOf, replacedText, sentOptions, takesAll, valuesIn } from '../video-options';

interface RepeatActionsProps {
  request: RequestView;
  generation: Generation;
}

/** Makes a finished video again, varies it, or takes it as the start of another one. */
export function RepeatActions({ request, generation }: RepeatActionsProps) {
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
  const isTaken = choices && (retired || takesAll(choices, start, asked));
  const credits = isTaken ? creditsOf(model, keptValues(choices, asked), undefined) : 0;
  const hasShortfall = useShortfall(credits) > 0;
  // If its model is not offered any more, or does not take what it took, neither the price nor what is possible is known.
  if (!model || !isTaken || !request.options) return null;

  const repeat = async (keepsSeed: boolean) => {
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
  const remix = () =>
    generation.reuse({
      prompt: '',
      // The form says what replaces a retired model.
      options: optionsOf(request, { keepsSeed: choices.parameters.seed !== undefined && !retired }),
    });
  const extend = () => {
    const { duration, resolution } = asked;
    const draft: Draft = {
      prompt: '',
      options: { duration, resolution, model: request.model ?? model.id, extendOf: request.id },
    };
    if (request.type === 'video') return generation.reuse(draft);
    // The form for videos from a prompt takes the video to continue.
    saveDraft(user?.id ?? '', 'prompt', draft);
    void navigate('/image-to-video');
  };

  const actions = [
    // Another model does not repeat a video.
    !retired &&
      !hasShortfall &&
      request.options.seed !== null &&
      choices.parameters.seed && {
        label: t`Same again (${{ price: formatCredits(credits) }})`,
        Icon: Repeat,
        run: () => void repeat(true),
      },
    !hasShortfall && {
      label: t`Vary (${{ price: formatCredits(credits) }})`,
      Icon: Shuffle,
      run: () => void repeat(false),
    },
    { label: t`Remix with another prompt`, Icon: WandSparkles, run: remix },
    model.choices.image && { label: t`Extend from the last frame`, Icon: FastForward, run: extend },
  ].filter((action) => action !== false && action !== null && action !== undefined);
  return (
    <>
      {retired && <Alert>{replacedText(retired, model)}</Alert>}
      {hasFailed && <Alert tone="danger">{imageMessages.unavailable}</Alert>}
      {actions.map(({ label, Icon, run }) => (
        <Button
          key={label}
          tone="secondary"
          disabled={generation.isStarting}
          icon={<Icon className="size-4" aria-hidden />}
          onClick={run}
        >
          {label}
        </Button>
      ))}
      <div className="empty:hidden sm:col-span-2">
        <MissingCredits cost={credits} />
      </div>
    </>
  );
}
