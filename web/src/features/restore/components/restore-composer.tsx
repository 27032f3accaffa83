import { t } from '@lingui/core/macro';
import type { Pricing } from '@luit/contracts/http/pricing';
import { Button } from '@luit/ui/button';
import { KeyRound, Palette, Sparkles } from 'lucide-react';
import { useId, useState } from 'react';
import { formatCredits } from '../../../lib/format';
import { optionText } from '../../../lib/option-texts';
import { readKey } from '../../../lib/provider-key';
import { dropzoneCopy, imageCopy, imageMessages } from '../../../shared/images/copy';
import type { ImageError } from '../../../shared/images/image-file';
import { useImageChoice } from '../../../shared/images/use-image-choice';
import { ENHANCEMENTS, QUALITIES } from '../../../shared/plans/restore-options';
import { ComposerFrame } from '../../../shared/studio/components/composer-frame';
import { ControlRow, ListControl, Toggle } from '../../../shared/studio/components/control';
import { ImageSlot } from '../../../shared/studio/components/image-slot';
import { useDroppedOrPasted } from '../../../shared/studio/use-dropped-or-pasted';
import { PAYMENTS, restoreCopy } from '../copy';
import type { Restoration } from '../use-restoration';
import type { RestoreChoice } from '../use-saved-choice';
import { KeyDialog } from './key-dialog';

function photoMessage(problem: ImageError): string {
  if (problem === 'not_an_image' || problem === 'missing') return t`Please select an image file`;
  return imageMessages[problem];
}

interface RestoreComposerProps {
  pricing: Pricing;
  restoration: Restoration;
  image: File | null;
  choice: RestoreChoice;
  onImage: (image: File | null) => void;
  onChoice: (choice: RestoreChoice) => void;
}

/** A photo, how it is restored and how that is paid. */
export function RestoreComposer({ pricing, restoration, image, choice, onImage, onChoice }: RestoreComposerProps) {
  const { notice, isStarting } = restoration;
  const { options, payment } = choice;
  const change = (changes: Partial<typeof options>) => onChoice({ ...choice, options: { ...options, ...changes } });
  const [isKeyDialogOpen, setKeyDialogOpen] = useState(false);
  const refusalId = useId();
  const creditsOf = (id: string) => pricing.restorePlans.find(({ quality }) => quality === id)?.credits;
  const plan = pricing.restorePlans.find(({ quality }) => quality === options.quality);
  const isOwnKey = payment === 'key';
  const refusal = pricing.colorRestorationRefusal;
  const colorRefusal = isOwnKey ? t`Not available when you use your own API key.` : refusal && optionText(refusal);
  const { problem, choose, remove, reportMissing } = useImageChoice(onImage);
  useDroppedOrPasted(choose);

  const submit = () => {
    if (isStarting) return;
    if (!image) return reportMissing();
    if (!isOwnKey) return plan && void restoration.payWithCredits(image, options, plan);
    const key = readKey();
    if (key === '') return setKeyDialogOpen(true);
    void restoration.payWithKey(image, { ...options, colorRestoration: false }, key);
  };

  return (
    <ComposerFrame
      onSubmit={submit}
      notice={notice}
      cost={isOwnKey ? 0 : (plan?.credits ?? 0)}
      noun="photo"
      button={{
        text: isOwnKey ? t`Restore with my API key` : restore(plan?.credits),
        Icon: isOwnKey ? KeyRound : Sparkles,
        isBusy: isStarting,
        isDisabled: !image || (!isOwnKey && !plan),
      }}
      controls={
        <ControlRow>
          <ListControl
            name={t`Quality`}
            group="quality"
            options={QUALITIES.map(({ id, name, text }) => {
              const credits = creditsOf(id);
              const price = isOwnKey || credits === undefined ? undefined : formatCredits(credits);
              return optionOf(id, t`${{ name }} quality`, text, price);
            })}
            value={options.quality}
            onChoose={(quality) => change({ quality })}
            optionClassName="p-3"
          />
          <ListControl
            name={t`Enhancement`}
            group="enhancement"
            options={ENHANCEMENTS.map(({ id, name, text }) => optionOf(id, t`${{ name }} enhancement`, text))}
            value={options.enhancement}
            onChoose={(enhancement) => change({ enhancement })}
            optionClassName="p-3"
          />
          <Toggle
            name={t`Color restoration`}
            icons={{ on: Palette, off: Palette }}
            isOn={options.colorRestoration && colorRefusal === null}
            isDisabled={colorRefusal !== null}
            describedBy={colorRefusal === null ? undefined : refusalId}
            onChange={(colorRestoration) => change({ colorRestoration })}
          />
          <ListControl
            name={t`Pay with`}
            group="payment"
            options={PAYMENTS.map(({ id, name, text }) => optionOf(id, name, text))}
            value={payment}
            onChoose={(id) => onChoice({ ...choice, payment: id })}
            optionClassName="p-3"
            footer={
              isOwnKey && (
                <Button size="sm" tone="secondary" className="mt-3" onClick={() => setKeyDialogOpen(true)}>
                  {t`Change API key`}
                </Button>
              )
            }
          />
        </ControlRow>
      }
    >
      <div className="flex flex-wrap items-start gap-x-3 gap-y-1.5 p-2.5 pb-1.5">
        <ImageSlot
          label={t`Photo`}
          removeLabel={t`Remove image`}
          file={image}
          problem={problem && photoMessage(problem)}
          onChoose={choose}
          onRemove={remove}
        />
        <div className="grid min-w-0 flex-1 basis-56 gap-0.5 py-1 text-sm text-muted">
          <p className="text-base text-ink">{t`Make an old photo clear again, with sharper faces, cleaner tones and a higher resolution.`}</p>
          <p>{isOwnKey ? restoreCopy.ownKeyCharge : image ? imageCopy.realPeople : dropzoneCopy.formats}</p>
          {colorRefusal && <p id={refusalId}>{t`Color restoration: ${{ reason: colorRefusal }}`}</p>}
        </div>
      </div>
      <KeyDialog
        isOpen={isKeyDialogOpen}
        onClose={() => setKeyDialogOpen(false)}
        onSaved={() => setKeyDialogOpen(false)}
      />
    </ComposerFrame>
  );
}

function optionOf<Id extends string>(id: Id, name: string, text: string, price?: string) {
  return {
    value: id,
    text: name,
    label: [name, text, price].filter(Boolean).join(', '),
    content: (
      <span className="grid gap-0.5">
        <span className="flex justify-between gap-3 font-semibold">
          <span>{name}</span>
          <span className="shrink-0 text-sm tabular-nums">{price}</span>
        </span>
        <span className="text-sm text-muted">{text}</span>
      </span>
    ),
  };
}

function restore(credits: number | undefined) {
  if (credits === undefined) return t({ message: 'Restore', context: 'a photo' });
  const price = formatCredits(credits);
  return t`Restore (${price})`;
}
