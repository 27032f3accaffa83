import { t } from '@lingui/core/macro';
import { valuesOf } from '@luit/contracts/generation/catalog/listed-values';
import { MAX_PROMPT_CHARACTERS } from '@luit/contracts/generation/prompt-limits';
import { characterCount } from '@luit/contracts/messages/character-count';
import { Alert } from '@luit/ui/alert';
import { Button } from '@luit/ui/button';
import { Card } from '@luit/ui/card';
import { Textarea } from '@luit/ui/textarea';
import { useQuery } from '@tanstack/react-query';
import { ImagePlus } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { formatCredits, formatNumber } from '../../../lib/format';
import { useServices } from '../../../lib/services';
import { useShortfall } from '../../../shared/credits/api/get-balance';
import { CreditForecast } from '../../../shared/credits/components/credit-forecast';
import { MissingCredits } from '../../../shared/credits/components/missing-credits';
import type { DraftOptions } from '../../../shared/drafts/draft-store';
import { AdvancedOptions } from '../../../shared/parameters/advanced-options';
import { presetsQuery } from '../../../shared/plans/get-presets';
import { OutcomeAlert } from '../../../shared/requests/components/outcome-alert';
import { StudioForm } from '../../../shared/studio/components/studio-form';
import { SubmitBar } from '../../../shared/studio/components/submit-bar';
import { lengthProblem, promptProblem } from '../prompt-problem';
import type { Generation } from '../use-generation';
import { useImageRatio } from '../use-image-ratio';
import { useOfferedModels } from '../use-offered-models';
import { chosenValues, creditsOf, replacedText, sentOptions } from '../video-options';
import { AspectRatioCards } from './aspect-ratio-cards';
import { ModelPicker } from './model-picker';
import { PresetCards } from './preset-cards';
import { ReferencePickers } from './reference-pickers';
import { VariationCount } from './variation-count';

interface ImageFormProps {
  generation: Generation;
  /** The image to change; null for images from a prompt alone. */
  image: File | null;
  /** Picks the image to change. */
  picker: ReactNode;
  /** Further images of what the result shows, where the model takes them. */
  references: File[];
  onReferences: (images: File[]) => void;
}

/** What images are made of: a prompt, maybe an image to change, and what the model takes besides. */
export function ImageForm({ generation, image, picker, references, onReferences }: ImageFormProps) {
  const { draft, notice, isStarting } = generation;
  const { prompt, options = {} } = draft;
  const { api } = useServices();
  const presets = useQuery(presetsQuery(api)).data?.presets ?? [];
  const styles = presets.filter(({ kind }) => kind === 'style');
  const ratio = useImageRatio(image);
  const start = image && { file: image, ratio };
  const offered = useOfferedModels(options.model, image ? 'image' : 'text', 'image');
  const { model, choices, retired } = offered;
  const values = choices ? chosenValues(options, undefined, choices, start) : {};
  const { aspectRatio, count: countRange } = choices?.parameters ?? {};
  const counts = countRange ? valuesOf(countRange).map(Number) : [1];
  const wanted = draft.count ?? countRange?.default ?? 1;
  const count = counts.includes(wanted) ? wanted : 1;
  const credits = creditsOf(model, values, undefined);
  const mostReferences = choices?.references ?? 0;
  const cost = credits * count;
  const noun = count > 1 ? 'images' : 'image';
  // Only one primary button: buy the missing credits, or generate.
  const hasShortfall = useShortfall(cost) > 0;
  const [isChecked, setChecked] = useState(false);
  const promptField = useRef<HTMLTextAreaElement>(null);
  const change = (changes: DraftOptions) => generation.changeDraft({ ...draft, options: { ...options, ...changes } });
  const submit = () => {
    if (isStarting || !model) return;
    const problem = promptProblem(prompt);
    setChecked(problem !== undefined);
    if (problem) return promptField.current?.focus();
    void generation.start({
      ...{ prompt, credits, count, options: sentOptions(options, model, values, start) },
      references: references.slice(0, mostReferences),
    });
  };

  return (
    <StudioForm onSubmit={submit}>
      <Card className="grid grid-cols-[minmax(0,1fr)] gap-6 p-5 sm:p-6">
        {notice && <OutcomeAlert notice={notice} cost={cost} />}
        <Textarea
          label={image ? t`What to change` : t`Image prompt`}
          rows={4}
          dir="auto"
          ref={promptField}
          error={isChecked ? promptProblem(prompt) : lengthProblem(prompt)}
          value={prompt}
          placeholder={
            image
              ? t`Make it evening, with lamps in the windows.`
              : t`A heron on a sandbar at dawn, mist over the river, wide angle.`
          }
          onChange={(event) => {
            setChecked(false);
            generation.changeDraft({ ...draft, prompt: event.target.value });
          }}
          hint={
            <span className="flex justify-between gap-4">
              <span>
                {image ? t`Say what should be different.` : t`Describe the subject, the light and the style.`}
              </span>
              <span className="whitespace-nowrap tabular-nums">
                {formatNumber(characterCount(prompt))} / {formatNumber(MAX_PROMPT_CHARACTERS)}
              </span>
            </span>
          }
        />
        <div className="contents">{picker}</div>
        {mostReferences > 0 && (
          <ReferencePickers files={references} most={mostReferences} makesImages onChange={onReferences} />
        )}
        {retired && model && <Alert>{replacedText(retired, model)}</Alert>}
        {image && !model && (
          <Alert>{t`No model can change an image at the moment. Remove the image to make a new one.`}</Alert>
        )}
        {offered.models.length > 1 && (
          <ModelPicker {...offered} values={values} onChoose={(id) => change({ model: id })} />
        )}
        {aspectRatio && (
          <AspectRatioCards
            ratios={aspectRatio.values}
            value={values.aspectRatio}
            onChoose={(chosen) => change({ aspectRatio: chosen })}
          />
        )}
        {styles.length > 0 && (
          <PresetCards kind="style" presets={styles} value={options.style} onChoose={(style) => change({ style })} />
        )}
        {counts.length > 1 && (
          <VariationCount
            makesImages
            counts={counts}
            value={count}
            onChoose={(chosen) => generation.changeDraft({ ...draft, count: chosen })}
          />
        )}
        {choices && <AdvancedOptions options={options} values={values} choices={choices} onChange={change} />}
      </Card>
      <Card as="section" aria-label={t`Price`} className="grid gap-6 p-5 sm:p-6">
        <CreditForecast cost={cost} noun={noun} />
      </Card>
      <SubmitBar>
        <MissingCredits cost={cost} noun={noun} />
        <Button
          type="submit"
          tone={hasShortfall ? 'secondary' : 'accent'}
          className="min-h-13 w-full px-3! text-sm! whitespace-normal!"
          busy={isStarting}
          disabled={prompt === '' || lengthProblem(prompt) !== undefined || !model}
          icon={<ImagePlus className="size-5 shrink-0" aria-hidden />}
        >
          {count > 1
            ? t`Generate ${count} images (${count} × ${{ creditsEach: credits }} = ${{ total: formatCredits(cost) }})`
            : t`Generate image (${{ price: formatCredits(credits) }})`}
        </Button>
      </SubmitBar>
    </StudioForm>
  );
}
