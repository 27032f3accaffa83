import { formatCredits } from '../../../lib/format';
import { t } from '@lingui/core/macro';
import type { RequestView } from '@luit/contracts/http/requests';
import { Alert } from '@luit/ui/alert';
import { Button } from '@luit/ui/button';
import { useQuery } from '@tanstack/react-query';
import { FastForward, Repeat, Shuffle, WandSparkles } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { logFailure } from '../../../lib/log';
import { useServices, useSession } from '../../../lib/services';
import { useShortfall } from '../../../shared/credits/api/get-balance';
import { MissingCredits } from '../../../shared/credits/components/missing-credits';
import { type Draft, saveDraft } from '../../../shared/drafts/draft-store';
import { imageMessages } from '../../../shared/images/copy';
import { fetchImage } from '../../../shared/images/image-file';
import { plansQuery } from '../../../shared/plans/get-plans';
import type { Generation } from '../use-generation';
import { useOfferedModels } from '../use-offered-models';
import { canMake, creditsOf, optionsOf, replacedText, sentOptions } from '../video-options';

interface RepeatActionsProps {
  request: RequestView;
  generation: Generation;
}

/** Makes a finished video again, varies it, or takes it as the start of another one. */
export function RepeatActions({ request, generation }: RepeatActionsProps) {
  const { api } = useServices();
  const { user } = useSession();
  const navigate = useNavigate();
  const { data } = useQuery(plansQuery(api));
  const hasImage = request.type === 'image_video' || !!request.options?.extendOf;
  const { models, model: chosen, retired, details } = useOfferedModels(request.model ?? undefined, hasImage);
  const [hasFailed, setFailed] = useState(false);
  const plan = data?.plans.find(({ id }) => id === request.planId);
  const model = retired ? chosen : models.find(({ id }) => id === request.model);
  const credits = creditsOf(plan, model);
  const hasShortfall = useShortfall(credits) > 0;
  // Without its model and plan, neither the price nor what is possible is known.
  if (!plan || !model || !request.options) return null;

  const repeat = async (keepsSeed: boolean) => {
    setFailed(false);
    try {
      const image = request.type === 'image_video' && request.imageUrl ? await fetchImage(request.imageUrl) : null;
      const lastFrame =
        request.lastImageUrl && model.capabilities.lastFrame ? await fetchImage(request.lastImageUrl) : null;
      const start = hasImage ? { ratio: null } : null;
      const options = sentOptions({ ...optionsOf(request, { keepsSeed }), model: model.id }, model, start);
      await generation.start({ prompt: request.prompt, plan, credits, options, count: 1, image, lastFrame });
    } catch (cause) {
      logFailure('Loading an image failed', cause);
      setFailed(true);
    }
  };
  const remix = () =>
    generation.reuse({
      prompt: '',
      planId: plan.id,
      // The form says what replaces a retired model.
      options: optionsOf(request, { keepsSeed: model.capabilities.seed && !retired }),
    });
  const extend = () => {
    const draft: Draft = {
      prompt: '',
      planId: plan.id,
      options: { model: request.model ?? model.id, extendOf: request.id },
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
      model.capabilities.seed && {
        label: t`Same again (${{ price: formatCredits(credits) }})`,
        Icon: Repeat,
        run: () => void repeat(true),
      },
    canMake(details.get(model.id), plan, hasImage) &&
      !hasShortfall && {
        label: t`Vary (${{ price: formatCredits(credits) }})`,
        Icon: Shuffle,
        run: () => void repeat(false),
      },
    { label: t`Remix with another prompt`, Icon: WandSparkles, run: remix },
    model.capabilities.image && { label: t`Extend from the last frame`, Icon: FastForward, run: extend },
  ].filter((action) => action !== false);
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
